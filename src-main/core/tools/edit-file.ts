import { defineTool, fileOf, pathOf } from './define.ts'
import { diffOf } from './diff.ts'

export const editFile = defineTool({
  name: 'edit_file',
  effect: 'edit',
  title: (args) => `Edit ${pathOf(fileOf(args))}`,
  risk: (args) => `Changes ${pathOf(fileOf(args))}.`,
  display: ({ written }) => diffOf(written),
  target: fileOf,
})
