import { z } from 'zod'
import { AppError } from '#shared/error.ts'
import { ENCODINGS, type Encoding, findEncoding } from '../text-encoding.ts'
import type { EncodedText } from '../workspace/define.ts'
import { defineTool, fileOf, pathOf } from './define.ts'
import { displayOf } from './diff.ts'
import { noteHardLinks } from './note-hard-links.ts'

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
  target: fileOf,
  preview: ({ content }) => (typeof content === 'string' ? content : undefined),
  check: async (args, seen) => {
    const path = fileOf(args)
    if (path !== undefined) await seen.refuseUnseen(path, 'write')
  },
  run: async ({ file_path: path, content, encoding }, { workspace, source, seen }) => {
    const verify = () => seen.refuseUnseen(path, 'write')
    const text = encoding === undefined ? content : toEncoded(content, encoding)
    const written = await workspace.write(path, text, { ...source, verify })
    await seen.noteWritten(written)
    const what = written.before === null ? 'Created' : 'Replaced'
    return { text: `${what} ${path}.${noteHardLinks(written)}`, ...displayOf([written]) }
  },
})

function toEncoded(text: string, name: string): EncodedText {
  const encoding: Encoding | undefined = findEncoding(name)
  if (encoding) return { text, encoding }
  const known = ENCODINGS.join(', ')
  throw new AppError('invalid-input', `There is no encoding “${name}”. Give one of ${known}.`)
}
