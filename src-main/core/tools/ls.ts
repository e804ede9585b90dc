import { defineTool, linesOf, pathOf } from './define.ts'

export const ls = defineTool({
  name: 'ls',
  effect: 'read',
  title: (args) => `List ${pathOf(args['path'])}`,
  display: ({ text }) => ({
    type: 'list',
    items: text.startsWith('No files found') ? 0 : linesOf(text).length,
  }),
})
