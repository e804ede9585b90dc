import { z } from 'zod'
import { defineTool, fileOf, pathOf } from './define.ts'
import { displayOf } from './diff.ts'

export const writeFile = defineTool({
  name: 'write_file',
  effect: 'edit',
  description:
    'Creates a file, with the folders above it, or replaces all that is in one. To change part of a file take `edit_file`. What exists keeps its encoding mark, line ends and mode.',
  schema: z.object({
    file_path: z.string().min(1).describe('The file, as in /workspace/src/index.ts.'),
    content: z.string().describe('All that the file is to hold.'),
  }),
  title: (args) => `Write ${pathOf(fileOf(args))}`,
  risk: (args) => `Creates ${pathOf(fileOf(args))}, or replaces all that is in it.`,
  target: fileOf,
  preview: ({ content }) => (typeof content === 'string' ? content : undefined),
  run: async ({ file_path: path, content }, { workspace, source }) => {
    const written = await workspace.write(path, content, source)
    const what = written.before === null ? 'Created' : 'Replaced'
    return { text: `${what} ${path}.`, ...displayOf([written]) }
  },
})
