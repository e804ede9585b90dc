import { defineTool, fileOf, pathOf } from './define.ts'
import { diffOf } from './diff.ts'

export const deleteFile = defineTool({
  name: 'delete',
  effect: 'edit',
  isFinal: true,
  title: (args) => `Delete ${pathOf(fileOf(args))}`,
  risk: (args) => `Deletes ${pathOf(fileOf(args))}; a folder goes with everything in it.`,
  display: ({ written }) => diffOf(written) ?? { type: 'list', items: written.length },
})
