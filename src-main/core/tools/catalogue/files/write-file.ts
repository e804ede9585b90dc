import { z } from 'zod'
import { defineTool, fileOf, pathOf } from '../../definition/define-tool.ts'

export const writeFile = defineTool({
  name: 'write_file',
  effect: 'edit',
  description:
    'Creates a file, with the folders above it, or replaces all that is in one: only if you have read it, and it has not changed since. To change part of a file take `edit_file`. What exists keeps its encoding, line ends and mode: a character that the encoding can’t hold is refused, unless you give another `encoding`.',
  schema: z.object({
    file_path: z.string().min(1).describe('The file, as in /workspace/src/index.ts.'),
    content: z.string().describe('All that the file is to hold.'),
    encoding: z
      .string()
      .optional()
      .describe(
        'Converts the file, as in utf-8 or windows-1252. Leave it out to keep its encoding.',
      ),
  }),
  title: (args) => `Write ${pathOf(fileOf(args))}`,
  risk: (args) => `Creates ${pathOf(fileOf(args))}, or replaces all that is in it.`,
})
