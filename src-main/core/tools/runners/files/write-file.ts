import { AppError } from '#shared/lib/app-error.ts'
import { ENCODINGS, type Encoding, findEncoding } from '../../../text/text-encoding.ts'
import type { EncodedText } from '../../../workspace/files/file-changes.ts'
import { writeFile } from '../../catalogue/files/write-file.ts'
import { defineRunner } from '../../context/define-runner.ts'
import { fileOf } from '../../definition/define-tool.ts'
import { displayOf, noteHardLinks } from './report-edits.ts'

export const writeFileRunner = defineRunner(writeFile, {
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
