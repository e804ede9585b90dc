/** The debuggers that come with Orrery, by every type that a launch.json names them by. */
export const builtinDebuggers: ReadonlyMap<string, 'node' | 'python'> = new Map([
  ['node', 'node'],
  ['pwa-node', 'node'],
  ['node2', 'node'],
  ['python', 'python'],
  ['debugpy', 'python'],
])

/** The language servers that come with Orrery: what they know, as the language's id by the ending of a file. */
export const builtinServers = {
  typescript: {
    title: 'TypeScript',
    languages: {
      '.ts': 'typescript',
      '.mts': 'typescript',
      '.cts': 'typescript',
      '.tsx': 'typescriptreact',
      '.js': 'javascript',
      '.mjs': 'javascript',
      '.cjs': 'javascript',
      '.jsx': 'javascriptreact',
    },
  },
  python: { title: 'Python', languages: { '.py': 'python', '.pyi': 'python' } },
} as const
