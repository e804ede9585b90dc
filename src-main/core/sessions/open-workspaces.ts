import { AppError } from '#shared/lib/app-error.ts'
import type { ProjectId, SessionId } from '#shared/lib/ids.ts'
import type { LiveStates } from '../store/events/live-states.ts'
import type { Store } from '../store/store.ts'
import type { Workspace } from '../workspace/define.ts'
import type { SkillFolders } from '../workspace/files/file-changes.ts'
import { openWorkspace } from '../workspace/session-workspace.ts'
import { FileAuthors } from '../workspace/tracking/file-authors.ts'
import { checkFolder, getSession } from './session-rows.ts'

interface OpenWorkspacesOptions {
  readonly store: Store
  readonly states: LiveStates
  /** The person's own. */
  readonly skills: SkillFolders
  readonly onDidChangeFiles: (projectId: ProjectId, paths?: readonly string[]) => void
}

interface Entry {
  readonly opening: Promise<Workspace>
  holders: number
}

/** How many workspaces that nobody holds stay open, with their watchers. */
const MAX_IDLE = 4

/**
 * The workspaces of sessions: opened when first asked for, kept while held, and then until others
 * are wanted more.
 */
export class OpenWorkspaces implements AsyncDisposable {
  readonly #options: OpenWorkspacesOptions
  readonly #authors: FileAuthors
  /** Least recently used first. */
  readonly #entries = new Map<SessionId, Entry>()
  readonly #closing = new Set<Promise<void>>()
  #isDisposed = false

  constructor(options: OpenWorkspacesOptions) {
    this.#options = options
    this.#authors = new FileAuthors(options.store)
  }

  async get(sessionId: SessionId): Promise<Workspace> {
    if (this.#isDisposed) throw new AppError('unavailable', 'Orrery is closing.')
    const entry = this.#touch(sessionId)
    this.#closeIdle()
    return entry.opening
  }

  /** Keeps a session's workspace open, once it has been opened, until disposed. */
  hold(sessionId: SessionId): Disposable {
    const entry = this.#touch(sessionId)
    entry.holders += 1
    let isHeld = true
    return {
      [Symbol.dispose]: () => {
        if (isHeld) entry.holders -= 1
        isHeld = false
        this.#closeIdle()
      },
    }
  }

  async close(sessionId: SessionId): Promise<void> {
    const entry = this.#entries.get(sessionId)
    if (!entry) return
    this.#entries.delete(sessionId)
    await disposeOf(entry)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true
    await Promise.all([...this.#entries.keys()].map((sessionId) => this.close(sessionId)))
    await Promise.all(this.#closing)
    this.#authors[Symbol.dispose]()
  }

  #touch(sessionId: SessionId): Entry {
    const entry = this.#entries.get(sessionId) ?? this.#begin(sessionId)
    this.#entries.delete(sessionId)
    this.#entries.set(sessionId, entry)
    return entry
  }

  #begin(sessionId: SessionId): Entry {
    const entry = { opening: this.#open(sessionId), holders: 0 }
    // One that can't be opened is tried again when it is next asked for.
    entry.opening.catch(() => {
      if (this.#entries.get(sessionId) === entry) this.#entries.delete(sessionId)
    })
    return entry
  }

  async #open(sessionId: SessionId): Promise<Workspace> {
    const { store, states, skills, onDidChangeFiles } = this.#options
    const { projectId, root } = getSession(store, sessionId)
    await checkFolder({ root })
    const { files: known } = (await states.load(sessionId)).states
    const knownAt = store.events.lastAt(sessionId)
    const onChange = (paths?: readonly string[]) => onDidChangeFiles(projectId, paths)
    return openWorkspace({
      sessionId,
      projectId,
      root,
      store,
      known,
      authors: this.#authors.forSession({ sessionId, root, knownAt }),
      skills,
      onDidChangeFiles: onChange,
    })
  }

  #closeIdle(): void {
    const idle = [...this.#entries].filter(([, { holders }]) => holders === 0)
    for (const [sessionId, entry] of idle.slice(0, -MAX_IDLE)) {
      this.#entries.delete(sessionId)
      const closing = disposeOf(entry).finally(() => this.#closing.delete(closing))
      this.#closing.add(closing)
    }
  }
}

async function disposeOf({ opening }: Entry): Promise<void> {
  // One that could not be opened has nothing to close; whoever asked for it was told.
  const workspace = await opening.catch(() => undefined)
  await workspace?.[Symbol.asyncDispose]()
}
