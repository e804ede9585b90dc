import { defineTool, textOf } from './define.ts'

export const execute = defineTool({
  name: 'execute',
  effect: 'execute',
  isFinal: true,
  title: (args) => `Run ${textOf(args['command'])}`,
  risk: () => 'Runs a command in the project’s folder, with all your rights on this machine.',
  display: ({ spanId, exitCode }) =>
    exitCode === undefined ? undefined : { type: 'terminal', spanId, exitCode },
})
