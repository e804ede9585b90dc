import { defineTool, fileOf, pathOf } from './define.ts'

export const readFile = defineTool({
  name: 'read_file',
  effect: 'read',
  title: (args) => `Read ${pathOf(fileOf(args))}`,
  // A header stands above what was read.
  display: ({ text }) => ({ type: 'text', lines: Math.max(0, text.split('\n').length - 1) }),
})
