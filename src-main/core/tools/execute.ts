import { defineTool, textOf } from './define.ts'

export const execute = defineTool({
  name: 'execute',
  effect: 'execute',
  title: (args) => `Run ${textOf(args['command'])}`,
  // What is no text is not run, and judged as if it could be anything.
  command: ({ command }) => (typeof command === 'string' ? command : '$unreadable'),
  display: ({ spanId, exitCode, leftOutChars }) =>
    exitCode === undefined
      ? undefined
      : { type: 'terminal', spanId, exitCode, ...(leftOutChars && { leftOutChars }) },
})
