import { AppError } from '#shared/lib/app-error.ts'
import { holdDetector, isBinaryBeginning } from '../../text/detect-encoding.ts'
import type { DiskFiles } from '../files/disk-files.ts'
import { findText } from '../files/text-format.ts'
import type { AgentPath } from '../paths/agent-path.ts'
import type { NamedText } from './joined-texts.ts'

/** Larger files, and more of them, are searched as they are. */
const MAX_FILE_BYTES = 1024 * 1024
const MAX_FILES = 500
const MAX_BYTES = 32 * 1024 * 1024
const BEGINNING_BYTES = 1024
/** Of more files, not even the beginning is read. */
const MAX_BEGINNINGS = 5000

/** Bytes that are not UTF-8, in a line by themselves. */
const NOT_UTF8 = [
  // A byte that begins a character, and one too few that continues it.
  '[\\xC2-\\xF7](?:[^\\x80-\\xBF]|$)',
  '[\\xE0-\\xF7][\\x80-\\xBF](?:[^\\x80-\\xBF]|$)',
  // One that continues nothing.
  '(?:^|[\\x00-\\x7F])[\\x80-\\xBF]',
  '[\\xC2-\\xDF][\\x80-\\xBF][\\x80-\\xBF]',
  '[\\xC0\\xC1\\xF8-\\xFF]',
]
/** Two characters of ASCII in UTF-16, in either order of their bytes. */
const UTF_16 = '[ -~]\\x00[ -~]\\x00'
/** A `\r` by itself ends a line, which ripgrep doesn't know. */
const LONE_RETURN = '\\r[^\\n]'

/** Has ripgrep list files whose lines or characters it doesn't see. Some of them are no text. */
export const LEGACY_ARGS: readonly string[] = [
  '--files-with-matches',
  '--null',
  '--text',
  '--encoding=none',
  '--regexp',
  `(?-u)(?:${[...NOT_UTF8, UTF_16, LONE_RETURN].join('|')})`,
]

interface LegacyFile {
  readonly path: AgentPath
  readonly relative: string
}

export interface LegacyTexts {
  readonly texts: readonly NamedText[]
  /** Some were not decoded: they are too large, or there are too many. */
  readonly isComplete: boolean
}

/** Decodes the files at these paths, by path below the root; those that are no text are left out. */
export async function readLegacyTexts(
  disk: DiskFiles,
  files: readonly LegacyFile[],
  signal: AbortSignal | undefined,
  { maxBeginnings = MAX_BEGINNINGS }: { readonly maxBeginnings?: number } = {},
): Promise<LegacyTexts> {
  using _held = holdDetector()
  const texts: NamedText[] = []
  let isComplete = files.length <= maxBeginnings
  let [filesRead, bytesRead] = [0, 0]
  for (const { path, relative } of files.toSorted(byPath).slice(0, maxBeginnings)) {
    signal?.throwIfAborted()
    const size = await findTextSize(disk, relative)
    if (size === undefined) continue
    if (filesRead === MAX_FILES || bytesRead > MAX_BYTES) return { texts, isComplete: false }
    if (size > MAX_FILE_BYTES) isComplete = false
    const bytes = size > MAX_FILE_BYTES ? undefined : await readWhole(disk, relative)
    const found = bytes && (await findText(bytes))
    filesRead += 1
    bytesRead += bytes?.length ?? 0
    if (found) texts.push({ path, chunks: [Buffer.from(found.text)] })
  }
  return { texts, isComplete }
}

function byPath({ path }: LegacyFile, other: LegacyFile): number {
  return path < other.path ? -1 : 1
}

/** The size of a file in bytes; `undefined`: its beginning shows that it is no text, or it has gone. */
async function findTextSize(disk: DiskFiles, relative: string): Promise<number | undefined> {
  const found = await unlessGone(disk.read(relative, BEGINNING_BYTES))
  return found && !isBinaryBeginning(found.bytes) ? found.size : undefined
}

/** `undefined`: it has grown too large, or has gone. */
async function readWhole(disk: DiskFiles, relative: string): Promise<Uint8Array | undefined> {
  const found = await unlessGone(disk.read(relative, MAX_FILE_BYTES))
  return found?.hash ? found.bytes : undefined
}

async function unlessGone<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (AppError.is(error)) return undefined
    throw error
  }
}
