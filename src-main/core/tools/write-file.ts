import { z } from 'zod'
import { defineTool, fileOf, pathOf } from './define.ts'
import { displayOf } from './diff.ts'

export const writeFile = defineTool({
  name: 'write_file',
  effect: 'edit',
  description:
    'Creates a file, with the folders above it, or replaces all that is in one: only if you have read it, and it has not changed since. To change part of a file take `edit_file`. What exists keeps its encoding mark, line ends and mode.',
  schema: z.object({
    file_path: z.string().min(1).describe('The file, as in /workspace/src/index.ts.'),
    content: z.string().describe('All that the file is to hold.'),
  }),
  title: (args) => `Write ${pathOf(fileOf(args))}`,
  risk: (args) => `Creates ${pathOf(fileOf(args))}, or replaces all that is in it.`,
  target: fileOf,
  preview: ({ content }) => (typeof content === 'string' ? content : undefined),
  check: async (args, seen) => {
    const path = fileOf(args)
    if (path !== undefined) await seen.refuseUnseen(path, 'write')
  },
  run: async ({ file_path: path, content }, { workspace, source, seen }) => {
    const verify = () => seen.refuseUnseen(path, 'write')
    const written = await workspace.write(path, content, { ...source, verify })
    await seen.noteWritten(written)
    const what = written.before === null ? 'Created' : 'Replaced'
    return { text: `${what} ${path}.`, ...displayOf([written]) }
  },
})
