import { z } from 'zod'
import { AppError } from '#shared/error.ts'
import { defineTool, fileOf, pathOf } from './define.ts'
import { displayOf } from './diff.ts'
import { noteEdited } from './note-edited.ts'
import { noteHardLinks } from './note-hard-links.ts'
import { replaceText } from './replace-text.ts'
import type { ChangedSince } from './seen-files.ts'

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
  target: fileOf,
  preview: ({ old_string: oldText, new_string: newText, replace_all: all }, before) => {
    if (before === undefined || typeof oldText !== 'string' || typeof newText !== 'string') {
      return undefined
    }
    const replaced = replaceText(before, { oldText, newText, all: all === true })
    return 'error' in replaced ? undefined : replaced.text
  },
  check: async (args, seen) => {
    const path = fileOf(args)
    if (path !== undefined) await seen.findChanged(path)
  },
  run: async (args, { workspace, source, seen }) => {
    const { file_path: path, old_string: oldText, new_string: newText, replace_all: all } = args
    const replace = (text: string) => replaceText(text, { oldText, newText, all })
    let changed: ChangedSince | undefined
    let done = { text: '', occurrences: 0 }
    const change = (text: string) => {
      const replaced = replace(text)
      if ('error' in replaced) throw new AppError('invalid-input', replaced.error)
      done = replaced
      return replaced.text
    }
    const verify = async () => {
      changed = await seen.findChanged(path)
    }
    const written = await workspace.edit(path, change, { ...source, verify })
    const known = changed?.text === undefined ? undefined : replace(changed.text)
    const before = known && 'text' in known ? known.text : undefined
    const meanwhile = await noteEdited(seen, written, { changed, before, after: done.text })
    const where = done.occurrences === 1 ? '1 place' : `${done.occurrences} places`
    const links = noteHardLinks(written)
    return {
      text: `Replaced it in ${where} of ${path}.${links}${meanwhile}`,
      ...displayOf([written]),
    }
  },
})
