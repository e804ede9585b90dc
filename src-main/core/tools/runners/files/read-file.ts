import { AppError } from '#shared/lib/app-error.ts'
import { takeStart } from '#shared/lib/truncate-text.ts'
import type { Encoding } from '../../../text/text-encoding.ts'
import { getText } from '../../../workspace/files/text-format.ts'
import { readImage } from '../../answers/image-format.ts'
import type { ToolAnswer } from '../../answers/tool-answer.ts'
import { readFile } from '../../catalogue/files/read-file.ts'
import { defineRunner } from '../../context/define-runner.ts'
import type { ToolContext } from '../../context/tool-context.ts'

const MAX_BYTES = 10 * 1024 * 1024
const MAX_CHARS = 78_000

/** Files that models may be shown as they are, by the ending of their names. */
const MEDIA = /\.(?:png|jpe?g|gif|webp|pdf)$/i

export const readFileRunner = defineRunner(readFile, {
  run: async ({ file_path: path, offset, limit, column }, context) => {
    const media = MEDIA.test(path) ? await readMedia(context, path) : undefined
    if (media) return media
    const { note, ...read } = await readText(context, path)
    const shown = toWindow(read, { path, offset, limit, column })
    note()
    return shown
  },
})

interface ReadText extends Shown {
  /** Call it once the agent is shown some of the text. */
  readonly note: () => void
}

async function readText({ workspace, seen }: ToolContext, path: string): Promise<ReadText> {
  const file = await workspace.readBytes(path, { maxBytes: MAX_BYTES })
  // Also says why it can't be read.
  if (!file.hash) return { text: await workspace.readText(path), note: () => {} }
  const { text, format } = await getText(file.bytes, path)
  const encoding = format.encoding === 'UTF-8' ? undefined : format.encoding
  return { text, encoding, note: () => seen.noteRead(path, file) }
}

/** `undefined`: the file isn't what its name says; Git LFS leaves a few lines of text in place of an image. */
async function readMedia(
  { workspace, seen }: ToolContext,
  path: string,
): Promise<ToolAnswer | undefined> {
  const file = await workspace.readBytes(path, { maxBytes: MAX_BYTES })
  const { bytes, size } = file
  if (size > bytes.byteLength) {
    throw new AppError('limit', `${path} has ${size} bytes: more than ${MAX_BYTES} are not shown.`)
  }
  const read = isPdf(bytes) ? PDF : readImage(bytes)
  if (read.type === 'unknown') return undefined
  if (read.type === 'refused') {
    throw new AppError('invalid-input', `${path} can't be shown: ${read.reason}.`)
  }
  seen.noteRead(path, file)
  const { mimeType } = read
  const base64 = Buffer.from(bytes).toString('base64')
  return { text: `${path}: ${mimeType}, ${size} bytes.`, media: [{ mimeType, base64 }] }
}

const PDF = { type: 'pdf', mimeType: 'application/pdf' } as const

/** Readers of PDF look for its mark in the first kilobyte. */
function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')
}

/** A text and, unless that is UTF-8, the encoding of its file. */
interface Shown {
  readonly text: string
  readonly encoding?: Encoding | undefined
}

interface Window {
  readonly path: string
  readonly offset: number
  readonly limit: number
  readonly column: number
}

/** The lines asked for, as many whole ones as an answer holds, and how to go on. */
function toWindow({ text, encoding }: Shown, { path, offset, limit, column }: Window): ToolAnswer {
  if (text === '') return { text: `${path} is empty.`, display: { type: 'text', lines: 0 } }
  const lines = text.endsWith('\n') ? text.slice(0, -1).split('\n') : text.split('\n')
  if (offset >= lines.length) {
    const message = `${path} has ${lines.length} lines: there are none from ${offset} on.`
    throw new AppError('invalid-input', message)
  }
  const [first = '', ...rest] = lines.slice(offset, offset + limit)
  const { shown, isCut } = fitIn([first.slice(column), ...rest])
  const end = offset + shown.length
  const header = [
    `lines ${offset + 1}-${end} of ${lines.length}`,
    ...(column > 0 || isCut
      ? formatPart(first, { line: offset + 1, column, shown: shown[0] ?? '', isCut })
      : []),
    ...(end < lines.length ? [`next offset ${end}`] : []),
    ...(encoding ? [`encoding ${encoding}`] : []),
  ]
  const display = { type: 'text', lines: shown.length } as const
  return { text: `@@ ${header.join(' | ')} @@\n${shown.join('\n')}`, display }
}

interface Part {
  readonly line: number
  readonly column: number
  readonly shown: string
  /** More of the line is left. */
  readonly isCut: boolean
}

function formatPart({ length }: string, { line, column, shown, isCut }: Part): readonly string[] {
  const end = isCut ? column + shown.length : length
  const start = column > 0 ? [`line ${line} from character ${Math.min(column, length) + 1}`] : []
  if (!isCut) return start
  return [
    ...start,
    `line ${line} cut off after ${end} of ${length} characters`,
    `next column ${end}`,
  ]
}

/** `isCut`: a single line that does not fit by itself. */
function fitIn(lines: readonly string[]): { shown: readonly string[]; isCut: boolean } {
  let chars = 0
  const end = lines.findIndex((line) => {
    chars += line.length + 1
    return chars > MAX_CHARS
  })
  if (end === -1) return { shown: lines, isCut: false }
  const [first = ''] = lines
  if (end > 0) return { shown: lines.slice(0, end), isCut: false }
  return { shown: [takeStart(first, MAX_CHARS)], isCut: true }
}
