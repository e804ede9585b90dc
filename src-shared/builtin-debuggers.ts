/** The debuggers that come with Orrery, by every type that a launch.json names them by. */
export const builtinDebuggers: ReadonlyMap<string, 'node' | 'python'> = new Map([
  ['node', 'node'],
  ['pwa-node', 'node'],
  ['node2', 'node'],
  ['python', 'python'],
  ['debugpy', 'python'],
])
