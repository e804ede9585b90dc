import { defineTool, fileOf, pathOf } from './define.ts'
import { diffOf } from './diff.ts'

export const writeFile = defineTool({
  name: 'write_file',
  effect: 'edit',
  title: (args) => `Write ${pathOf(fileOf(args))}`,
  risk: (args) => `Creates ${pathOf(fileOf(args))}, or replaces all that is in it.`,
  display: ({ written }) => diffOf(written),
  target: fileOf,
  preview: ({ content }) => (typeof content === 'string' ? content : undefined),
})
