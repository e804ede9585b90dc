import { z } from 'zod'
import { defineTool, fileOf, pathOf } from '../../definition/define-tool.ts'

export const editFile = defineTool({
  name: 'edit_file',
  effect: 'edit',
  description:
    'Replaces an exact text in a file, white space included, without the header that `read_file` puts above it. It must be in the file once, unless `replace_all` is set: give enough of what stands around it. Line ends match whichever they are, and the file keeps its own and its encoding. Read the file first; what others changed in it since does no harm elsewhere, and the answer says which lines those are.',
  schema: z.object({
    file_path: z.string().min(1).describe('The file, as in /workspace/src/index.ts.'),
    old_string: z.string().describe('What to replace, exactly as it is in the file.'),
    new_string: z.string().describe('What to put in its place.'),
    replace_all: z.boolean().default(false).describe('In every place, where there are several.'),
  }),
  title: (args) => `Edit ${pathOf(fileOf(args))}`,
  risk: (args) => `Changes ${pathOf(fileOf(args))}.`,
})
