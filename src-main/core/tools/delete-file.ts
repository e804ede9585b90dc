import { z } from 'zod'
import { defineTool, fileOf, pathOf } from './define.ts'
import { displayOf } from './diff.ts'

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
  check: async (args, seen) => {
    const path = fileOf(args)
    if (path !== undefined) await seen.refuseUnseen(path, 'delete')
  },
  run: async ({ file_path: path }, { workspace, source, seen }) => {
    const verify = () => seen.refuseUnseen(path, 'delete')
    const written = await workspace.remove(path, { ...source, verify })
    for (const one of written) await seen.noteWritten(one)
    const what = written.length === 1 ? '1 file' : `${written.length} files`
    const shown = displayOf(written).display ?? { type: 'list' as const, items: 0 }
    return { text: `Deleted ${path}: ${what}.`, display: shown }
  },
})
