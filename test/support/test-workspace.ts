import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Tree } from '#shared/events/file.ts'
import type { AnyEvent } from '#shared/events/index.ts'
import type { FileContent } from '#shared/events/value.ts'
import { fold as foldEvents } from '#shared/projections/define.ts'
import { type FilesState, files } from '#shared/projections/files.ts'
import { systemClock } from '../../src-main/core/runtime/clock.ts'
import { createIds } from '../../src-main/core/runtime/ids.ts'
import { openStore, type Store } from '../../src-main/core/store/store.ts'
import type { Workspace } from '../../src-main/core/workspace/define.ts'
import type { CallSource } from '../../src-main/core/workspace/files/file-changes.ts'
import { openWorkspace } from '../../src-main/core/workspace/session-workspace.ts'

/** For tests: a session on a folder of its own, with a store of its own. */
export interface Bench extends AsyncDisposable {
  readonly root: string
  readonly workspace: Workspace
  readonly call: CallSource
  readonly store: Store
  events(): readonly AnyEvent[]
  state(): FilesState
  /** The project's files as the log has them at its end, by path below the root; `null`: not recorded. */
  recorded(): Promise<Record<string, string | null>>
  /** Closes the workspace and opens it again, as a restart does. Calls `whileClosed` in between. */
  reopen(whileClosed?: () => void): Promise<void>
}

const ids = createIds()

/** `prepare` fills the folder before it is opened; `below` opens a folder inside it. */
export async function createBench(
  prepare: (root: string) => void = () => {},
  below = '',
): Promise<Bench> {
  await using owned = new AsyncDisposableStack()
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-workspace-')))
  owned.defer(() => rmSync(top, { recursive: true, force: true }))
  const root = join(top, 'project', below)
  mkdirSync(root, { recursive: true })
  prepare(root)
  const dataDir = join(top, 'data')
  mkdirSync(dataDir)
  const store = owned.use(await openStore({ dataDir, clock: systemClock, mode: 'owner' }))
  const [sessionId, projectId] = [ids.session(), ids.project()]
  await store.projects.open({ id: projectId, name: 'project', path: root, openedAt: 0 })
  const row = { id: sessionId, projectId, root, createdAt: 0 }
  const created = { projectId, projectName: 'project', root }
  await store.sessions.create(row, [{ kind: 'session.created', data: created }])
  const options = { sessionId, projectId, root, store }
  let workspace = await openWorkspace(options)
  owned.defer(() => workspace[Symbol.asyncDispose]())
  const events = () => [...store.events.read(sessionId)].flat()
  const all = owned.move()
  return {
    root,
    store,
    call: { type: 'call', spanId: ids.span(), runId: ids.run(), agentId: ids.span() },
    get workspace() {
      return workspace
    },
    events,
    state: () => fold(events()),
    recorded: () => readRecorded(workspace, fold(events())),
    reopen: async (whileClosed = () => {}) => {
      await workspace[Symbol.asyncDispose]()
      whileClosed()
      workspace = await openWorkspace({ ...options, known: fold(events()) })
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

/** The files of a project as a log says they were at its end. */
export async function readRecorded(
  workspace: Workspace,
  state: FilesState,
): Promise<Record<string, string | null>> {
  const contents: Record<string, FileContent | null> = {}
  const json = state.tree && (await workspace.content(state.tree.ref))
  if (json) Object.assign(contents, Tree.parse(JSON.parse(Buffer.from(json).toString('utf8'))))
  for (const [path, content] of Object.entries(state.sinceTree)) {
    if (path.startsWith('/workspace/')) contents[path.slice('/workspace/'.length)] = content
  }
  const texts: Record<string, string | null> = {}
  for (const [path, content] of Object.entries(contents)) {
    if (content) texts[path] = await textOf(workspace, content)
  }
  return texts
}

async function textOf(workspace: Workspace, { hash }: FileContent): Promise<string | null> {
  const bytes = hash && (await workspace.content(hash))
  return bytes ? Buffer.from(bytes).toString('utf8') : null
}

export function fold(events: readonly AnyEvent[]): FilesState {
  return foldEvents(files, files.init(), events)
}

export function writeFiles(root: string, contents: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(contents)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

export function git(root: string, ...args: readonly string[]): string {
  const author = [
    '-c',
    'user.name=t',
    '-c',
    'user.email=t@example.org',
    '-c',
    'commit.gpgsign=false',
  ]
  return execFileSync('git', [...author, ...args], { cwd: root, encoding: 'utf8', stdio: 'pipe' })
}

/** Makes a repository of a folder, all that is in it committed. */
export function commitAll(root: string): void {
  git(root, 'init', '-q')
  git(root, 'add', '-A')
  git(root, 'commit', '-qm', 'first', '--allow-empty')
}
