import { z } from 'zod'
import { AppError } from '#shared/error.ts'
import { defineTool, fileOf, pathOf } from './define.ts'
import { displayOf } from './diff.ts'
import { replaceText } from './replace-text.ts'

export const editFile = defineTool({
  name: 'edit_file',
  effect: 'edit',
  description:
    'Replaces an exact text in a file, white space included, without the header that `read_file` puts above it. It must be in the file once, unless `replace_all` is set: give enough of what stands around it.',
  schema: z.object({
    file_path: z.string().min(1).describe('The file, as in /workspace/src/index.ts.'),
    old_string: z.string().describe('What to replace, exactly as it is in the file.'),
    new_string: z.string().describe('What to put in its place.'),
    replace_all: z.boolean().default(false).describe('In every place, where there are several.'),
  }),
  title: (args) => `Edit ${pathOf(fileOf(args))}`,
  risk: (args) => `Changes ${pathOf(fileOf(args))}.`,
  target: fileOf,
  preview: ({ old_string: oldText, new_string: newText, replace_all: all }, before) => {
    if (before === undefined || typeof oldText !== 'string' || typeof newText !== 'string') {
      return undefined
    }
    const replaced = replaceText(before, { oldText, newText, all: all === true })
    return 'error' in replaced ? undefined : replaced.text
  },
  run: async (args, { workspace, source }) => {
    const { file_path: path, old_string: oldText, new_string: newText, replace_all: all } = args
    let occurrences = 0
    const change = (text: string) => {
      const replaced = replaceText(text, { oldText, newText, all })
      if ('error' in replaced) throw new AppError('invalid-input', replaced.error)
      occurrences = replaced.occurrences
      return replaced.text
    }
    const written = await workspace.edit(path, change, source)
    const where = occurrences === 1 ? '1 place' : `${occurrences} places`
    return { text: `Replaced it in ${where} of ${path}.`, ...displayOf([written]) }
  },
})
