import { createHash } from 'node:crypto'
import { fstatSync, readFileSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { normalizeLineEnds } from '#shared/changes/line-endings.ts'
import { openRealFile } from '../../files/real-file.ts'
import { decodeTextSync } from '../../text/detect-encoding.ts'
import { scoreEncodings } from '../../text/encoding-scores.ts'
import { cutPieces } from './pieces.ts'
import type { KnownFile, SemanticFile } from './semantic-file.ts'

/** Larger ones are data, not what people wrote. */
const MAX_BYTES = 1024 * 1024

/** Reads those of the files that are new, or not what they were. */
export function readFiles(index: SemanticFile, root: string, paths: readonly string[]): void {
  const known = new Map(index.files(root).map((file) => [file.path, file]))
  index.transact(() => {
    for (const path of paths) readOne(index, root, { path, before: known.get(path) })
  })
}

/** Forgets those that are not among the files any more. */
export function forgetOthers(index: SemanticFile, root: string, paths: readonly string[]): void {
  const there = new Set(paths)
  const gone = index.files(root).filter(({ path }) => !there.has(path))
  if (gone.length === 0) return
  index.transact(() => {
    for (const file of gone) index.remove(file)
    index.dropVectors()
  })
}

function readOne(
  index: SemanticFile,
  root: string,
  { path, before }: { readonly path: string; readonly before: KnownFile | undefined },
): void {
  // A link leads elsewhere: what it leads to is read by its own name.
  using file = openRealFile(join(root, path))
  const stat = file && findStats(file.fd)
  if (!file || !stat?.isFile() || stat.size > MAX_BYTES) {
    if (before) index.remove(before)
    return
  }
  const { size, mtimeMs: mtime } = stat
  if (before?.size === size && before.mtime === mtime) return
  const bytes = findBytes(file.fd)
  const hash = toHash(bytes ?? '')
  if (before && before.hash === hash) {
    index.touch(before, size, mtime)
    return
  }
  if (before) index.remove(before)
  const text = bytes && findText(bytes)
  const pieces = text === undefined ? [] : cutPieces(text)
  const hashed = pieces.map((piece) => ({ ...piece, hash: toHash(piece.text) }))
  index.put(root, { path, size, mtime, hash, pieces: hashed })
}

/** The worker has no other work, so the detector of encodings is loaded with it. */
function findText(bytes: Uint8Array): string | undefined {
  const found = decodeTextSync(bytes, scoreEncodings)
  return found && normalizeLineEnds(found.raw)
}

function findStats(fd: number): Stats | undefined {
  try {
    return fstatSync(fd)
  } catch {
    return undefined
  }
}

/** A file that can't be read is found by nothing. */
function findBytes(fd: number): Buffer | undefined {
  try {
    return readFileSync(fd)
  } catch {
    return undefined
  }
}

function toHash(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
