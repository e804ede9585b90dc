import { defineTool, linesOf, pathOf, textOf } from './define.ts'

export const glob = defineTool({
  name: 'glob',
  effect: 'read',
  title: (args) => {
    const where = args['path'] === undefined ? '' : ` in ${pathOf(args['path'])}`
    return `Find ${textOf(args['pattern'])}${where}`
  },
  display: ({ text }) => {
    const files = text.startsWith('No files found') ? 0 : linesOf(text).length
    return { type: 'matches', matches: files, files }
  },
})
