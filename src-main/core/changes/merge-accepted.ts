import { lstat, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileContent } from '#shared/events/value.ts'
import { Hash } from '#shared/lib/ids.ts'
import { runGit } from '../git/run-git.ts'
import type { Workspace } from '../workspace/define.ts'
import { isHashOf } from '../workspace/tree/read-entry.ts'
import { acceptedAt, type FileHistory, findOrder } from './accepted-contents.ts'
import type { GitEntry, ObjectStore, Repository } from './commit-repository.ts'

/** What was accepted of a file, and what the session found it to be. */
export interface Accepted {
  readonly path: string
  /** Below the repository's root. */
  readonly place: string
  readonly start: FileContent | null
  readonly content: FileContent | null
}

/** Where contents are read, and what git makes of them is put. */
export interface Merging {
  readonly repository: Repository
  readonly workspace: Workspace
  readonly objects: ObjectStore
  readonly readHistory: (path: string) => Promise<FileHistory>
}

/** `entry` is `undefined` where there is to be no such file. `obstacle` is a sentence. */
export type Merged =
  | { readonly entry: GitEntry | undefined; readonly obstacle?: undefined }
  | { readonly obstacle: string }

export const CONFLICT = { obstacle: 'It conflicts with what has been committed of it meanwhile.' }
export const NOT_RECORDED = { obstacle: 'What it holds was not recorded.' }

/** What was committed, with what was accepted and isn't in it. */
export async function mergeAccepted(
  merging: Merging,
  one: Accepted,
  committed: GitEntry | undefined,
): Promise<Merged> {
  const [start, accepted] = [
    await toObject(merging, one.place, one.start),
    await toObject(merging, one.place, one.content),
  ]
  if (start.obstacle !== undefined) return start
  if (accepted.obstacle !== undefined) return accepted
  const { oid } = accepted
  if (committed?.oid === start.oid && oid === start.oid) return { entry: committed }
  if (committed?.oid === start.oid || committed?.oid === oid)
    return toEntry(merging, one, { committed, oid })
  return mergeMoved(merging, one, { committed, start: start.oid, oid })
}

interface Moved extends Wanted {
  readonly start: string | undefined
}

/** Where what is committed is neither what the session found nor what was accepted. */
async function mergeMoved(
  merging: Merging,
  one: Accepted,
  { committed, start, oid }: Moved,
): Promise<Merged> {
  const history = await merging.readHistory(one.path)
  const isCommitted = await tellCommitted(merging, history, committed)
  const order = findOrder(history.contents, one.content, isCommitted)
  if (order === 'before') return toEntry(merging, one, { committed, oid })
  if (order === 'after') return { entry: committed }
  const last = await findLastCommitted(merging, history)
  const base = last === undefined ? { oid: start } : await toObject(merging, one.place, last)
  if (base.obstacle !== undefined) return base
  if (base.oid === oid) return { entry: committed }
  // What has never been in a commit is all new.
  if (!committed && last === undefined && !isTracked(one))
    return toEntry(merging, one, { committed, oid })
  if (!committed || !base.oid || !oid) return CONFLICT
  return mergeTexts(merging, one, { committed, base: base.oid, accepted: oid })
}

/** Tells the contents of a history that git keeps as what is committed. */
async function tellCommitted(
  { workspace }: Merging,
  { contents }: FileHistory,
  committed: GitEntry | undefined,
): Promise<(content: FileContent | null) => boolean> {
  if (!committed) return (content) => content === null
  const name = Hash.parse(`git:${committed.oid}`)
  const found = new Set<Hash>([name])
  for (const hash of new Set(contents.map(({ content }) => content?.hash))) {
    const bytes = hash?.startsWith('git:') ? undefined : hash && (await workspace.content(hash))
    if (bytes && hash && isKeptAs(name, bytes)) found.add(hash)
  }
  return (content) => Boolean(content?.hash && found.has(content.hash))
}

/** Git may keep its lines with other ends. */
function isKeptAs(name: Hash, bytes: Uint8Array): boolean {
  if (isHashOf(name, bytes)) return true
  const text = Buffer.from(bytes).toString('latin1')
  return (
    text.includes('\r\n') && isHashOf(name, Buffer.from(text.replaceAll('\r\n', '\n'), 'latin1'))
  )
}

/** What was accepted when the session last made a commit of it that is still part of what is checked out. */
async function findLastCommitted(
  { repository: { top } }: Merging,
  { contents, commits }: FileHistory,
): Promise<FileContent | null | undefined> {
  for (const { commit, seq } of commits.toReversed()) {
    const { problem } = await runGit(top, ['merge-base', '--is-ancestor', commit, 'HEAD'])
    if (problem === undefined) return acceptedAt(contents, seq)
  }
  return undefined
}

/** The session found it in a commit. */
function isTracked({ start }: Accepted): boolean {
  return start?.hash?.startsWith('git:') ?? false
}

/** `oid` is `undefined` where there is no such file. */
type Hashed =
  | { readonly oid: string | undefined; readonly obstacle?: undefined }
  | { readonly obstacle: string }

/** The object that git keeps such a content as: line ends may be others there. */
async function toObject(
  { repository: { top }, workspace, objects }: Merging,
  place: string,
  content: FileContent | null,
): Promise<Hashed> {
  if (content === null) return { oid: undefined }
  const bytes = content.hash && (await workspace.content(content.hash))
  if (!bytes) return NOT_RECORDED
  // What came out of a commit is as git keeps it already.
  const how = content.hash?.startsWith('git:') ? '--no-filters' : `--path=${place}`
  const args = ['hash-object', '-w', '--stdin', how]
  const { output, problem } = await runGit(top, args, { ...objects.options, input: bytes })
  if (problem !== undefined) return { obstacle: `Git does not take what it holds: ${problem}` }
  return { oid: output.trim() }
}

interface Wanted {
  readonly committed: GitEntry | undefined
  readonly oid: string | undefined
}

/** An object as a commit has it: with the mode that it has on disk. */
export async function toEntry(
  { repository }: Pick<Merging, 'repository'>,
  one: Accepted,
  { committed, oid }: Wanted,
): Promise<Merged> {
  if (!oid) return { entry: undefined }
  return { entry: { oid, mode: await findMode(repository, one, committed?.mode) } }
}

const [REGULAR, EXECUTABLE, LINK] = ['100644', '100755', '120000']

/** As it is on disk, so far as that tells; otherwise as it was committed. */
async function findMode(
  { top, keepsModes }: Repository,
  { place, content }: Accepted,
  committed: string = REGULAR,
): Promise<string> {
  const onDisk = join(top, place)
  const stats = await lstat(onDisk).catch(() => undefined)
  if (stats?.isSymbolicLink()) {
    const target = await readlink(onDisk, { encoding: 'buffer' })
    return content?.hash && isHashOf(content.hash, target) ? LINK : committed
  }
  if (!stats?.isFile()) return committed
  if (!keepsModes) return committed === LINK ? REGULAR : committed
  return (stats.mode & 0o111) === 0 ? REGULAR : EXECUTABLE
}

interface Three {
  readonly committed: GitEntry
  readonly base: string
  readonly accepted: string
}

async function mergeTexts(
  merging: Merging,
  one: Accepted,
  { committed, base, accepted }: Three,
): Promise<Merged> {
  if (committed.mode === LINK) return CONFLICT
  const oid = await mergeObjects(merging, [committed.oid, base, accepted])
  return oid ? toEntry(merging, one, { committed, oid }) : CONFLICT
}

/** `undefined`: they conflict, or are no text. */
async function mergeObjects(
  { repository: { top }, objects }: Merging,
  oids: readonly [ours: string, base: string, theirs: string],
): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-merge-'))
  try {
    const paths = oids.map((_, index) => join(folder, String(index)))
    for (const [index, oid] of oids.entries()) {
      const { output } = await runGit(top, ['cat-file', 'blob', oid], objects.options)
      // What is no text in UTF-8 is not merged.
      if (output === undefined || output.includes('\uFFFD')) return undefined
      await writeFile(paths[index] ?? '', output)
    }
    const { problem } = await runGit(top, ['merge-file', '-q', ...paths])
    if (problem !== undefined) return undefined
    const args = ['hash-object', '-w', '--no-filters', paths[0] ?? '']
    return (await runGit(top, args, objects.options)).output?.trim()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
