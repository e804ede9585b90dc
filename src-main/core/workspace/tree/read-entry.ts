import { createHash } from 'node:crypto'
import { fstatSync, lstatSync, readdirSync, readFileSync, readlinkSync, type Stats } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { FileContent } from '#shared/events/value.ts'
import { Hash } from '#shared/lib/ids.ts'
import { openRealFile } from '../../files/real-file.ts'
import { hashOf } from '../../runtime/ids.ts'
import { type KnownFile, LINK_MODE, RECORDED_BYTES } from './tree-protocol.ts'

const REGULAR = 0o100644
const EXECUTABLE = 0o100755

/** A file changed this lately could change again without its times telling. */
const UNSURE_MS = 50

export const GIT_ABSENT: GitNaming = { oidOf: () => undefined, isUnchanged: () => false }

/** What a repository can say of a path. */
export interface GitNaming {
  oidOf(path: string): string | undefined
  isUnchanged(path: string, stats: Stats): boolean
}

interface Entry {
  readonly file: KnownFile
  /** What was read, where it is to be kept. */
  readonly content?: Uint8Array
}

/** Statistics of what is at a path itself, links not followed; `undefined` where there is nothing. */
export function findStats(absolute: string): Stats | undefined {
  try {
    return lstatSync(absolute, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** Whether a file has a name that can't be written as text: it is listed, and can't be opened by that. */
export function isNotUtf8(absolute: string): boolean {
  if (!absolute.includes('\uFFFD') || findStats(absolute)) return false
  try {
    return readdirSync(dirname(absolute)).includes(basename(absolute))
  } catch {
    // Nor can its folder be opened.
    return dirname(absolute).includes('\uFFFD')
  }
}

/** Tells a file's content, reading it only where neither git nor what was known can. Holds the thread. */
export function readEntry(options: {
  readonly root: string
  readonly path: string
  readonly known: KnownFile | undefined
  /** What it was called while it was as git has it: so it is called again where it is that again. */
  readonly committed?: Hash | undefined
  readonly git: GitNaming
}): Entry | undefined {
  const { root, path, known, committed, git } = options
  const absolute = join(root, path)
  const stats = findStats(absolute)
  if (!stats && isNotUtf8(absolute)) return { file: { size: 0, mode: REGULAR, hash: null } }
  if (!stats || !(stats.isFile() || stats.isSymbolicLink())) return undefined
  const mark = markOf(stats)
  if (known && mark && known.mark === mark) return { file: known }
  const about = { size: stats.size, mode: modeOf(stats), ...(mark && { mark }) }
  const oid = git.oidOf(path)
  const own = ownNameOf(known, stats)
  if (oid && !own && git.isUnchanged(path, stats)) {
    return { file: { ...about, hash: toGitHash(oid) } }
  }
  const content = stats.isFile() ? findContent(absolute, stats) : findTarget(absolute)
  if (!content) return { file: { ...about, hash: null } }
  if (own && isHashOf(own, content)) return { file: { ...about, hash: own } }
  return { ...nameContent(content, [oid, oidIn(known?.hash), oidIn(committed)], about) }
}

/** A content that was committed has a second name: as long as it may have its first, it keeps that. */
function ownNameOf(known: KnownFile | undefined, { size }: Stats): Hash | undefined {
  if (!known?.hash || known.size !== size || oidIn(known.hash)) return undefined
  return known.hash
}

function nameContent(
  content: Uint8Array,
  oids: readonly (string | undefined)[],
  about: Omit<KnownFile, 'hash'>,
): Entry {
  const file = { ...about, size: content.length }
  const oid = oids.find((one) => one && toOid(content, one.length) === one)
  if (oid) return { file: { ...file, hash: toGitHash(oid) } }
  return { file: { ...file, hash: hashOf(content) }, content }
}

/** Whether `hash`, of a blob or of a git object, is that of this content. */
export function isHashOf(hash: Hash, content: Uint8Array): boolean {
  const oid = oidIn(hash)
  return oid ? toOid(content, oid.length) === oid : hashOf(content) === hash
}

/** Whether a file's content has this git object id, with or without `\r\n` line endings. */
export function hasObjectId(absolute: string, { hash, size }: FileContent, oid: string): boolean {
  if (oidIn(hash) === oid) return true
  const stats = findStats(absolute)
  if (!stats || hash === null || stats.size !== size) return false
  const content = stats.isFile() ? findContent(absolute, stats) : findTarget(absolute)
  if (!content) return false
  return toOid(content, oid.length) === oid || toOid(withoutReturns(content), oid.length) === oid
}

/** Reverts git's conversion of line endings to `\r\n`. */
function withoutReturns(content: Uint8Array): Uint8Array {
  return content.filter((byte, index) => byte !== 13 || content[index + 1] !== 10)
}

function toGitHash(oid: string): Hash {
  return Hash.parse(`git:${oid}`)
}

function oidIn(hash: Hash | null | undefined): string | undefined {
  return hash?.startsWith('git:') ? hash.slice('git:'.length) : undefined
}

/** Git's name for a content; its length tells which algorithm the repository uses. */
function toOid(content: Uint8Array, length: number): string {
  const hash = createHash(length === 64 ? 'sha256' : 'sha1')
  return hash.update(`blob ${content.length}\0`).update(content).digest('hex')
}

function modeOf(stats: Stats): number {
  if (stats.isSymbolicLink()) return LINK_MODE
  return (stats.mode & 0o111) === 0 ? REGULAR : EXECUTABLE
}

/** Changes whenever the file does. `undefined`: it changed too lately to be sure. */
export function markOf(stats: Stats): string | undefined {
  if (Date.now() - Math.max(stats.mtimeMs, stats.ctimeMs) < UNSURE_MS) return undefined
  return [stats.mtimeMs, stats.ctimeMs, stats.ino, stats.size, stats.mode].join(':')
}

function findContent(absolute: string, stats: Stats): Uint8Array | undefined {
  if (stats.size > RECORDED_BYTES) return undefined
  using file = openRealFile(absolute)
  if (!file) return undefined
  try {
    const opened = fstatSync(file.fd)
    if (!opened.isFile() || opened.size > RECORDED_BYTES) return undefined
    const content = readFileSync(file.fd)
    return content.length > RECORDED_BYTES ? undefined : content
  } catch {
    return undefined
  }
}

function findTarget(absolute: string): Uint8Array | undefined {
  try {
    return readlinkSync(absolute, { encoding: 'buffer' })
  } catch {
    return undefined
  }
}
