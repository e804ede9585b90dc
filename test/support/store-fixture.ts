import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Draft } from '#shared/events/index.ts'
import { ProjectId, type SessionId } from '#shared/lib/ids.ts'
import type { Clock } from '../../src-main/core/runtime/clock.ts'
import { createIds } from '../../src-main/core/runtime/ids.ts'
import { openStore, type Store } from '../../src-main/core/store/store.ts'

/** For tests: a store of its own in a folder of its own, which goes when it is disposed. */
export interface StoreFixture extends AsyncDisposable {
  readonly dataDir: string
  readonly projectId: ProjectId
  readonly clock: Clock & { time: number }
  readonly store: Store
  /** Closes the store and opens it again, as a new process would. */
  reopen(): Promise<Store>
  /** With its `session.created`, seq 1. */
  newSession(): Promise<SessionId>
}

export async function openFixture(): Promise<StoreFixture> {
  const folder = temporaryFolder()
  const dataDir = folder.path
  const clock = { time: 1_000, now: () => clock.time }
  const open = () => openStore({ dataDir, clock, mode: 'owner' })
  const fixture = {
    dataDir,
    clock,
    projectId: ProjectId.parse('prj_fixture'),
    store: await open(),
    reopen: async () => {
      await fixture.store[Symbol.asyncDispose]()
      fixture.store = await open()
      return fixture.store
    },
    newSession: () => createSession(fixture),
    [Symbol.asyncDispose]: async () => {
      await fixture.store[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
  return fixture
}

/** A folder below the system's folder for temporary files, deleted when disposed. */
export function temporaryFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'orrery-log-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

const ids = createIds()

async function createSession({ store, projectId, clock }: StoreFixture): Promise<SessionId> {
  const id = ids.session()
  const root = '/project'
  const created: Draft = {
    kind: 'session.created',
    data: { projectId, projectName: 'project', root },
  }
  await store.sessions.create({ id, projectId, root, createdAt: clock.now() }, [created])
  return id
}

/** A short event that says nothing else than `text`. */
export function note(text: string): Draft {
  return { kind: 'tool.progressed', data: { message: text } }
}
