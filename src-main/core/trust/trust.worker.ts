import { createHash } from 'node:crypto'
import { Serial } from '../runtime/serial-queue.ts'
import { answerCalls } from '../runtime/worker-entry.ts'
import { listFiles } from '../workspace/listing/tree-listing.ts'
import { FileWalk } from '../workspace/listing/walk-files.ts'
import { isWithin } from '../workspace/paths/agent-path.ts'
import { Confinement } from '../workspace/paths/confinement.ts'
import { decodeFiles, encodeFiles, FileDigests, type Files, findChanged } from './file-digests.ts'
import { findNamedFiles } from './named-files.ts'
import type { ComparedEntry, Comparison, TrustReply, TrustRequest } from './trust-protocol.ts'

/** More files than these aren't compared. */
const MAX_WATCHED = 250_000

/** Caches that programs write whenever they run, and notes of a file manager. */
const LEFT_OUT = /(?:^|\/)(?:__pycache__|\.DS_Store|\.git|\.hg|\.jj|\.svn)(?:\/|$)/u

/** Found even where they ignore themselves: a file that they hide from then on would go unnoticed. */
const IGNORE_FILES = ['.gitignore', '.ignore', '.rgignore'].map((name) => `--glob=${name}`)

/** Recorded files may be many: beyond these, only those of the latest request are kept. */
const MAX_RECORDED = 16
const MAX_FOLDERS = 8
const MAX_NAMED_CHANGES = 10

const recorded = new Map<string, Files>()
const folders = new Map<string, FileDigests>()
const serial = new Serial()

answerCalls<TrustRequest, TrustReply>((request) => serial.run(() => answer(request)))

async function answer(request: TrustRequest): Promise<TrustReply> {
  const { root, dataFolder } = request
  if (request.type === 'compare') {
    const ids = idsIn(request.entries)
    dropOthers(ids)
    for (const { id, bytes } of request.files) recorded.set(id, decodeFiles(bytes))
    const missing = ids.filter((id) => !recorded.has(id))
    if (missing.length > 0) return { type: 'missing', ids: missing }
    learn(root, request.entries)
  }
  const listed = needsProject(request) ? await listWatchedFiles(root, dataFolder) : NONE
  if (!listed) return { type: 'too-many' }
  const now = new Now(root, listed)
  return request.type === 'record' ? record(now, request.entries) : compare(now, request.entries)
}

const NONE: ReadonlySet<string> = new Set()

function needsProject(request: TrustRequest): boolean {
  if (request.type === 'record') return request.entries.some((one) => one.watchesProject)
  return request.entries.some(({ grants }) => grants.some(({ projectFiles }) => projectFiles))
}

/** A folder's files as they are during one request. */
class Now {
  readonly #root: string
  readonly #digests: FileDigests
  readonly #listed: ReadonlySet<string>
  #project: Files | undefined

  constructor(root: string, listed: ReadonlySet<string>) {
    this.#root = root
    this.#listed = listed
    this.#digests = digestsOf(root)
  }

  /** Every file that isn't ignored. */
  get project(): Files {
    this.#project ??= this.read(this.#listed)
    return this.#project
  }

  named({ naming, files = [] }: Pick<ComparedEntry, 'naming' | 'files'>): Files {
    return this.read(new Set([...findNamedFiles(this.#root, naming), ...files]))
  }

  read(paths: Iterable<string>): Files {
    const files = new Map()
    for (const path of paths) {
      const file = this.#digests.find(path)
      if (file) files.set(path, file)
    }
    return files
  }
}

type Entries<Type extends TrustRequest['type']> = Extract<TrustRequest, { type: Type }>['entries']

function record(now: Now, entries: Entries<'record'>): TrustReply {
  const project = entries.some((one) => one.watchesProject) ? encodeFiles(now.project) : undefined
  const named = entries.map((entry) => encodeFiles(now.named(entry)))
  const grants = entries.map(({ watchesProject }, index) => {
    const namedFiles = named[index]?.id
    return {
      ...(namedFiles !== undefined && { namedFiles }),
      ...(project && watchesProject && { projectFiles: project.id }),
    }
  })
  return { type: 'recorded', grants, files: [...named, ...(project ? [project] : [])] }
}

function compare(now: Now, entries: Entries<'compare'>): TrustReply {
  return { type: 'compared', entries: entries.map((entry) => compareEntry(now, entry)) }
}

function compareEntry(now: Now, entry: ComparedEntry): Comparison {
  const named = now.named(entry)
  const all = entry.grants.map((grant) => changesSince(now, named, grant))
  const changes = all.some(({ length }) => length === 0) ? [] : (all[0] ?? [])
  const seen = fingerprint([...named, ...now.read(changes)], changes)
  if (changes.length === 0) return { seen }
  const files = changes.slice(0, MAX_NAMED_CHANGES)
  return { seen, changed: { files, count: changes.length } }
}

function changesSince(
  now: Now,
  named: Files,
  { namedFiles, projectFiles }: ComparedEntry['grants'][number],
): readonly string[] {
  const project = getRecorded(projectFiles)
  const changed = projectFiles === undefined ? [] : changesOfProject(now, project)
  const before = getRecorded(namedFiles)
  const others = [...new Map([...now.read(before.keys()), ...named])].flatMap(
    ([path, { digest }]) => {
      const known = before.get(path) ?? project.get(path)
      return known?.digest === digest ? [] : [path]
    },
  )
  return [...new Set([...changed, ...others])].sort()
}

/** A file that was recorded counts, though it may be ignored by now. */
function changesOfProject(now: Now, before: Files): readonly string[] {
  return findChanged(before, new Map([...now.project, ...now.read(before.keys())]))
}

function getRecorded(id: string | undefined): Files {
  return (id !== undefined && recorded.get(id)) || new Map()
}

/** What was recorded in the same folder need not be read again. */
function learn(root: string, entries: Entries<'compare'>): void {
  const here = entries.flatMap(({ grants }) => grants.filter(({ isHere }) => isHere))
  const ids = new Set(here.flatMap((one) => [one.namedFiles, one.projectFiles]))
  for (const id of ids) digestsOf(root).learn(getRecorded(id))
}

function digestsOf(root: string): FileDigests {
  const digests = folders.get(root) ?? new FileDigests(root)
  folders.delete(root)
  folders.set(root, digests)
  for (const oldest of [...folders.keys()].slice(0, -MAX_FOLDERS)) folders.delete(oldest)
  return digests
}

function idsIn(entries: Entries<'compare'>): readonly string[] {
  const ids = entries.flatMap(({ grants }) =>
    grants.flatMap(({ namedFiles, projectFiles }) => [namedFiles ?? [], projectFiles ?? []].flat()),
  )
  return [...new Set(ids)]
}

function dropOthers(ids: readonly string[]): void {
  if (recorded.size <= MAX_RECORDED) return
  for (const id of recorded.keys()) if (!ids.includes(id)) recorded.delete(id)
}

function fingerprint(
  files: readonly (readonly [string, { readonly digest: string }])[],
  changes: readonly string[],
): string {
  const text = JSON.stringify([files.map(([path, { digest }]) => [path, digest]), changes])
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/**
 * Lists the project's files that aren't ignored, by the rules of a search, with links and with tracked files that an
 * ignore file names. `dataFolder` is left out. Holds the thread: for workers. `undefined`: there are too many.
 */
async function listWatchedFiles(
  root: string,
  dataFolder: string | undefined,
): Promise<ReadonlySet<string> | undefined> {
  const files = new Set(listFiles(root))
  await using walk = new FileWalk(new Confinement(root))
  for (const args of [[], IGNORE_FILES]) {
    const listed = walk.list({
      relative: '',
      args: ['--files', '--null', ...args],
      withHidden: true,
    })
    for await (const paths of listed) {
      for (const path of paths) files.add(path)
      if (files.size > 2 * MAX_WATCHED) return undefined
    }
  }
  const isLeftOut = (path: string) =>
    LEFT_OUT.test(path) || (dataFolder !== undefined && isWithin(path, dataFolder))
  const watched = new Set([...files].filter((path) => !isLeftOut(path)))
  return watched.size > MAX_WATCHED ? undefined : watched
}
