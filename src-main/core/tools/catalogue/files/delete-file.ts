import { z } from 'zod'
import { defineTool, fileOf, pathOf } from '../../definition/define-tool.ts'

export const deleteFile = defineTool({
  name: 'delete_file',
  effect: 'edit',
  isFinal: true,
  description:
    'Deletes a file, or a folder with everything in it. A file you must have read before, a folder or what is not text listed, and it must not have changed since.',
  schema: z.object({
    file_path: z.string().min(1).describe('What to delete, as in /workspace/src/old.ts.'),
  }),
  title: (args) => `Delete ${pathOf(fileOf(args))}`,
  risk: (args) => `Deletes ${pathOf(fileOf(args))}; a folder goes with everything in it.`,
})
