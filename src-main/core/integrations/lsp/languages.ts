import { AppError } from '#shared/lib/app-error.ts'
import { assert } from '#shared/lib/assert.ts'
import { agentEnvironmentOf } from '../../processes/agent-environment.ts'
import type { Environment } from '../../programs/program-environment.ts'
import { CancellableCalls } from '../../runtime/cancellable-calls.ts'
import { getSession } from '../../sessions/session-rows.ts'
import type { Store } from '../../store/store.ts'
import type { ProjectTrust } from '../../trust/project-trust.ts'
import { type ChosenServers, chooseServers } from './choose-servers.ts'
import type {
  DiagnoseQuery,
  Diagnosis,
  LanguageScope,
  Languages,
  RenameEdits,
  RenameQuery,
  ServerDefinition,
} from './define.ts'
import type { LanguageReply, LanguageRequest } from './languages.worker.ts'

export interface LanguagesOptions {
  readonly store: Store
  readonly trust: Pick<ProjectTrust, 'isEntryTrusted' | 'check'>
  /** Servers get what agents' programs get of it. */
  readonly env: Environment
}

const HOW_TO = 'A person can trust it in Settings › Trust.'

interface Limits {
  readonly servers: readonly ServerDefinition[]
  /** Servers that may not be started, by the hash of their entry. */
  readonly unstartable: readonly string[]
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
    const toRequest = (limits: Limits): LanguageRequest => ({
      type: 'diagnose',
      work: { root: scope.root, servers: limits.servers, paths },
      unstartable: limits.unstartable,
    })
    const { reply, problems } = await this.#ask(scope, servers, toRequest, signal)
    assert(reply.type === 'diagnose', 'the worker answers what it was asked')
    const { diagnosis } = reply
    // Of use only where there are files that nobody looks at without it.
    const missing = waiting.filter(({ endings }) => endings.some((one) => one in diagnosis.unknown))
    const more = missing.map(({ words }) => words)
    return { ...diagnosis, problems: [...diagnosis.problems, ...problems, ...more] }
  }

  async renameEdits({ from, to, signal, ...scope }: RenameQuery): Promise<RenameEdits> {
    const { servers } = await this.#choose(scope)
    const toRequest = (limits: Limits): LanguageRequest => ({
      type: 'rename',
      work: { root: scope.root, servers: limits.servers, from, to },
      unstartable: limits.unstartable,
    })
    const { reply, problems } = await this.#ask(scope, servers, toRequest, signal)
    assert(reply.type === 'rename', 'the worker answers what it was asked')
    return { ...reply.renames, problems: [...reply.renames.problems, ...problems] }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Servers outlive a worker that is ended without a word.
    if (this.#worker.isStarted) await this.#worker.call({ type: 'end' }).catch(() => {})
    await this.#worker[Symbol.asyncDispose]()
  }

  /** Compares a project's files only if a server that it names has to be started. */
  async #ask(
    scope: LanguageScope,
    servers: readonly ServerDefinition[],
    toRequest: (limits: Limits) => LanguageRequest,
    signal: AbortSignal,
  ): Promise<{ readonly reply: LanguageReply; readonly problems: readonly string[] }> {
    const unstartable = servers.flatMap(({ entryHash }) => entryHash ?? [])
    const reply = await this.#worker.call(toRequest({ servers, unstartable }), signal)
    if (reply.type === 'end' || reply.refused.length === 0) return { reply, problems: [] }
    const untrusted = await this.#findUntrusted(scope, reply.refused)
    const others = servers.filter(({ entryHash }) => !untrusted.has(entryHash ?? ''))
    const again = toRequest({ servers: others, unstartable: [] })
    const problems = servers.flatMap(({ title, entryHash }) => {
      const reason = untrusted.get(entryHash ?? '')
      return reason === undefined
        ? []
        : [`The ${title} server was not started. ${reason} ${HOW_TO}`]
    })
    return { reply: await this.#worker.call(again, signal), problems }
  }

  /** Returns why servers may not be started, by the hash of their entry. */
  async #findUntrusted(
    { sessionId, root }: LanguageScope,
    hashes: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const { store, trust } = this.#options
    const { projectId } = getSession(store, sessionId)
    const untrusted = new Map<string, string>()
    for (const hash of hashes) {
      try {
        await trust.check({ projectId, root }, 'language-server', hash)
      } catch (error) {
        if (!AppError.is(error) || error.code !== 'denied') throw error
        untrusted.set(hash, error.message)
      }
    }
    return untrusted
  }

  async #choose({ sessionId, root }: LanguageScope): Promise<ChosenServers> {
    const { store, trust, env } = this.#options
    const { projectId } = getSession(store, sessionId)
    const own = agentEnvironmentOf(store, env, projectId)
    const { servers, waiting } = await chooseServers({
      root,
      settings: store.settings.read(),
      env: own.read(),
      isTrusted: (found) => trust.isEntryTrusted(projectId, found),
    })
    const withheld = own.withheld()
    return { servers: servers.map((server) => ({ ...server, withheld })), waiting }
  }
}
