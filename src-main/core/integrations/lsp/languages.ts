import { assert } from '#shared/lib/assert.ts'
import { agentEnvironmentOf } from '../../agent-environment.ts'
import { CancellableCalls } from '../../cancellable-calls.ts'
import type { Store } from '../../log/store.ts'
import type { Environment } from '../../program-environment.ts'
import { getSession } from '../../session-rows.ts'
import { type ChosenServers, chooseServers } from './choose-servers.ts'
import type {
  DiagnoseQuery,
  Diagnosis,
  LanguageScope,
  Languages,
  RenameEdits,
  RenameQuery,
} from './define.ts'
import type { LanguageReply, LanguageRequest } from './language-protocol.ts'

export interface LanguagesOptions {
  readonly store: Store
  /** Servers get what agents' programs get of it. */
  readonly env: Environment
}

/** What speaks to servers; it is started by its first call. Whoever has it ended tells it so before (`end`). */
export function createLanguageWorker(): CancellableCalls<LanguageRequest, LanguageReply> {
  return new CancellableCalls({ from: import.meta.url, name: 'languages' })
}

/** All language servers of a host: a worker speaks to them, so that what they say holds up nobody. */
export class LanguageServers implements Languages, AsyncDisposable {
  readonly #options: LanguagesOptions
  readonly #worker = createLanguageWorker()

  constructor(options: LanguagesOptions) {
    this.#options = options
  }

  async diagnose({ paths, signal, ...scope }: DiagnoseQuery): Promise<Diagnosis> {
    const { servers, waiting } = await this.#choose(scope)
    const work = { root: scope.root, servers, paths }
    const reply = await this.#worker.call({ type: 'diagnose', work }, signal)
    assert(reply.type === 'diagnose', 'the worker answers what it was asked')
    const { diagnosis } = reply
    // Of use only where there are files that nobody looks at without it.
    const missing = waiting.filter(({ endings }) => endings.some((one) => one in diagnosis.unknown))
    return { ...diagnosis, problems: [...diagnosis.problems, ...missing.map(({ words }) => words)] }
  }

  async renameEdits({ from, to, signal, ...scope }: RenameQuery): Promise<RenameEdits> {
    const { servers } = await this.#choose(scope)
    const work = { root: scope.root, servers, from, to }
    const reply = await this.#worker.call({ type: 'rename', work }, signal)
    assert(reply.type === 'rename', 'the worker answers what it was asked')
    return reply.renames
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Servers outlive a worker that is ended without a word.
    if (this.#worker.isStarted) await this.#worker.call({ type: 'end' }).catch(() => {})
    await this.#worker[Symbol.asyncDispose]()
  }

  async #choose({ sessionId, root }: LanguageScope): Promise<ChosenServers> {
    const { store, env } = this.#options
    const { projectId } = getSession(store, sessionId)
    const own = agentEnvironmentOf(store, env, projectId)
    const { servers, waiting } = await chooseServers({
      root,
      settings: store.settings.read(),
      env: own.read(),
      isTrusted: (hash) => store.trust.has(projectId, hash),
    })
    const withheld = own.withheld()
    return { servers: servers.map((server) => ({ ...server, withheld })), waiting }
  }
}
