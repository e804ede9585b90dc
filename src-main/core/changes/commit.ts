import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { z } from 'zod'
import type { CommitPreview, changes } from '#shared/contract/procedures/changes.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { ellipsize } from '#shared/lib/truncate-text.ts'
import { type GitAnswer, runGit } from '../git/run-git.ts'
import { runGitForPerson } from '../git/run-git-for-person.ts'
import { checkFolder, getSession } from '../sessions/session-rows.ts'
import type { SessionRow } from '../store/tables/session-summary.ts'
import { readHistory } from './accepted-contents.ts'
import { type Committable, findCommittable } from './accepted-files.ts'
import { type ChangeParts, toShown } from './changed-file.ts'
import {
  findHead,
  listLatest,
  listStaged,
  type ObjectStore,
  OWN_OBJECTS,
  openPassingObjects,
  openRepository,
  type Repository,
  readEntries,
  writeIndex,
} from './commit-repository.ts'
import { draftMessage } from './draft-message.ts'
import type { Filtering } from './filtered-files.ts'

type Committing = z.output<(typeof changes)['changes.commit']['input']>

interface CommitParts extends ChangeParts {
  /** Whether a person trusts what the repository has git run. */
  readonly trust: {
    /** Throws `denied`. */
    readonly checkGit: (session: SessionRow) => Promise<void>
    readonly findUntrustedGit: (session: SessionRow) => Promise<string | undefined>
  }
}

/** What a commit of what was accepted could hold. */
export async function previewCommit(
  parts: CommitParts,
  sessionId: SessionId,
): Promise<CommitPreview> {
  const { states } = await parts.states.load(sessionId)
  const message = draftMessage(states)
  try {
    const repository = await openOwn(parts, sessionId)
    await using objects = await openPassingObjects(repository)
    const { files } = await look(parts, sessionId, { repository, objects })
    const { branch, head } = repository
    const untrusted = await parts.trust.findUntrustedGit(getSession(parts.store, sessionId))
    return {
      ...{ message, ...(branch && { branch }), ...(head && { head }) },
      ...(untrusted !== undefined && { untrusted }),
      files: files.map(({ place: _, entry: __, ...file }) => file),
    }
  } catch (error) {
    if (!AppError.is(error)) throw error
    return { message, files: [], obstacle: error.message }
  }
}

/** How long git may take, with its hooks and filters. */
const MOST_MINUTES = 10

/**
 * Commits what was accepted of some files; the person's own index and files stay as they are. Throws `denied` where
 * git would run programs of the repository that nobody has trusted.
 * `signal` ends git and what it runs, as a time limit does: what it has committed by then stays.
 */
export async function commitAccepted(
  parts: CommitParts,
  { sessionId, paths, message, head }: Committing,
  signal: AbortSignal,
): Promise<{ commit: string; notice?: string }> {
  const limit = AbortSignal.timeout(MOST_MINUTES * 60_000)
  const ending = AbortSignal.any([signal, limit])
  const repository = await openOwn(parts, sessionId)
  if (repository.head !== head) throw movedOn()
  const checkTrust = () => parts.trust.checkGit(getSession(parts.store, sessionId))
  // Before the first filter runs.
  await checkTrust()
  const filtering = { paths: new Set(paths), signal: ending }
  const where = { repository, objects: OWN_OBJECTS, filtering }
  const { files, seq: through } = await look(parts, sessionId, where)
  if (limit.aborted) throw tookTooLong()
  const chosen = paths.map((path) => getCommittable(files, path))
  const commit = await write(repository, chosen, { message, signal: ending, limit, checkTrust })
  const notice = await catchUp(repository, commit, chosen)
  const { branch } = repository
  const data = { commit, message, paths, through, ...(branch && { branch }) }
  await parts.store.events.append(sessionId, [{ kind: 'commit.made', data }])
  return notice === undefined ? { commit } : { commit, notice }
}

async function openOwn({ store }: ChangeParts, sessionId: SessionId): Promise<Repository> {
  const row = getSession(store, sessionId)
  await checkFolder(row)
  return openRepository(row.root)
}

interface Looking {
  readonly repository: Repository
  readonly objects: ObjectStore
  readonly filtering?: Filtering
}

interface Looked {
  readonly files: readonly Committable[]
  /** Of the last event that was heard by then. */
  readonly seq: number
}

async function look(
  parts: ChangeParts,
  sessionId: SessionId,
  { repository, objects, filtering }: Looking,
): Promise<Looked> {
  using _held = parts.workspaces.hold(sessionId)
  const workspace = await parts.workspaces.get(sessionId)
  const { seq, states } = await parts.states.load(sessionId)
  const files = Object.values(states.changes.files)
  const merging = {
    ...{ repository, workspace, objects },
    readHistory: (path: string) => readHistory(parts.store, sessionId, path),
  }
  return { seq, files: await findCommittable(merging, files, filtering) }
}

function movedOn(): AppError {
  const message = 'Another commit was made meanwhile. Look at what would be committed now.'
  return new AppError('conflict', message)
}

function getCommittable(files: readonly Committable[], path: string): Committable {
  const found = files.find((file) => file.path === path)
  if (found && found.obstacle === undefined) return found
  const why = found?.obstacle ?? 'Nothing of it is left to be committed.'
  throw new AppError('conflict', `“${toShown(path)}” can’t be committed. ${why}`)
}

interface Writing {
  readonly message: string
  readonly signal: AbortSignal
  /** What has ended it where it took too long. */
  readonly limit: AbortSignal
  readonly checkTrust: () => Promise<void>
}

/** By an index of its own; answers the commit. */
async function write(
  repository: Repository,
  files: readonly Committable[],
  { message, signal, limit, checkTrust }: Writing,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-commit-'))
  const { top, head } = repository
  try {
    const indexFile = join(folder, 'index')
    await must(runGit(top, ['read-tree', head ?? '--empty'], { indexFile }))
    const entries = files.map(({ place, entry }) => [place, entry] as const)
    const problem = await writeIndex(repository, entries, indexFile)
    if (problem !== undefined) throw refused(problem)
    if ((await findHead(top)) !== head) throw movedOn()
    // An agent may have changed a hook while filters ran.
    await checkTrust()
    const asked = { indexFile, signal, input: message }
    const said = await runGitForPerson(top, ['commit', '--quiet', '--file=-'], asked)
    const made = await findMade(repository, indexFile, said)
    if (made !== undefined) return made
    throw limit.aborted ? tookTooLong() : refused(said.problem ?? '')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function tookTooLong(): AppError {
  const message = `Git was ended after ${MOST_MINUTES} minutes, with nothing committed: a hook or a filter, or what signs commits, did not come to its end. Look at what it waits for, or commit with git.`
  return new AppError('limit', message)
}

/**
 * The commit that git has made of an index; absent where it has failed. One that follows on another than `head` has undone what
 * somebody committed in that moment: it is taken back.
 */
async function findMade(
  { top, head }: Repository,
  indexFile: string,
  { problem }: GitAnswer,
): Promise<string | undefined> {
  const latest = await listLatest(top)
  const tree = (await runGit(top, ['write-tree'], { indexFile })).output?.trim()
  const made = latest.find((one) => one.tree === tree && one.parent === head)
  if (made) return made.oid
  if (problem !== undefined) return undefined
  const [newest] = latest
  // A hook may have made it another.
  if (newest && newest.parent === head) return newest.oid
  if (newest?.parent && newest.tree === tree)
    await must(runGit(top, ['update-ref', 'HEAD', newest.parent, newest.oid]))
  throw movedOn()
}

/** The person's index knows of the commit, so that nothing of it is told as staged. Answers what is left. */
async function catchUp(
  repository: Repository,
  commit: string,
  files: readonly Committable[],
): Promise<string | undefined> {
  try {
    // A hook takes its time, and the person may have staged something meanwhile.
    const staged = await listStaged(repository)
    const own = files.filter(({ place }) => staged.has(place))
    const places = files.map(({ place }) => place).filter((place) => !staged.has(place))
    const entries = await readEntries(repository, commit, places)
    const known = places.map((place) => [place, entries.get(place)] as const)
    const problem = await writeIndex(repository, known)
    if (problem !== undefined) return notCaughtUp(problem)
    if (own.length === 0) return undefined
    const names = own.map(({ path }) => toShown(path)).join(', ')
    return `It is committed. What you staged meanwhile stays staged: ${names}`
  } catch (error) {
    if (!AppError.is(error)) throw error
    return notCaughtUp(error.message)
  }
}

function notCaughtUp(why: string): string {
  return `It is committed. Git’s index could not be brought up to it: ${why}`
}

async function must(asked: ReturnType<typeof runGit>): Promise<string> {
  const { output, problem } = await asked
  if (problem !== undefined) throw refused(problem)
  return output ?? ''
}

/** What a hook has printed may be long. */
const MOST_TOLD = 1_000

function refused(problem: string): AppError {
  return new AppError('unavailable', `Git made no commit: ${ellipsize(problem, MOST_TOLD)}`)
}
