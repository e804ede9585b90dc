import { AppError } from '#shared/error.ts'
import { holdDetector } from '../detect-encoding.ts'
import type { AgentPath } from './define.ts'
import type { DiskFiles } from './disk-files.ts'
import type { NamedText } from './joined-texts.ts'
import { findText } from './text-format.ts'

/** Larger files, and more of them, are searched as they are. */
const MAX_FILE_BYTES = 1024 * 1024
const MAX_FILES = 500
const MAX_BYTES = 32 * 1024 * 1024

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
const LONE_RETURN = '\\r[^\\r\\n]'

/** Has ripgrep list files whose lines or characters it doesn't see. Some of them are no text. */
export const LEGACY_ARGS: readonly string[] = [
  '--files-with-matches',
  '--null',
  '--text',
  '--encoding=none',
  '--regexp',
  `(?-u)(?:${[...NOT_UTF8, UTF_16, LONE_RETURN].join('|')})`,
]

/** Decodes the files at these paths, by path below the root; those that are no text are left out. */
export async function readLegacyTexts(
  disk: DiskFiles,
  files: readonly { readonly path: AgentPath; readonly relative: string }[],
  signal: AbortSignal | undefined,
): Promise<readonly NamedText[]> {
  using _held = holdDetector()
  const texts: NamedText[] = []
  let bytesRead = 0
  for (const { path, relative } of files.slice(0, MAX_FILES)) {
    signal?.throwIfAborted()
    const bytes = bytesRead > MAX_BYTES ? undefined : await readWhole(disk, relative)
    const found = bytes && (await findText(bytes))
    bytesRead += bytes?.length ?? 0
    if (found) texts.push({ path, chunks: [Buffer.from(found.text)] })
  }
  return texts
}

/** `undefined`: it is too large, or has gone. */
async function readWhole(disk: DiskFiles, relative: string): Promise<Uint8Array | undefined> {
  try {
    const { bytes, hash } = await disk.read(relative, MAX_FILE_BYTES)
    return hash ? bytes : undefined
  } catch (error) {
    if (AppError.is(error)) return undefined
    throw error
  }
}
