import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { HumanMessage } from '@langchain/core/messages'
import { AppError } from '#shared/error.ts'
import { type AnyEvent, type Draft, type EventFor, streamedKinds } from '#shared/events/index.ts'
import type { AllowRule } from '#shared/events/rule.ts'
import type { ModelRef, Outcome } from '#shared/events/value.ts'
import type { RunId, SessionId } from '#shared/ids.ts'
import type { Limits } from '#shared/settings.ts'
import type { Rules } from '../policy/judge.ts'
import { getSession } from '../session-rows.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { type Agent, AgentDirectory } from './agent-directory.ts'
import { Approvals } from './approvals.ts'
import { askBudget } from './ask-budget.ts'
import { Budget } from './budget.ts'
import { buildAgent } from './build-agent.ts'
import { Capture } from './capture.ts'
import type { CircuitBreakers } from './circuit-breakers.ts'
import { closeApprovals } from './close-approvals.ts'
import { inScopeOf } from './escapes.ts'
import { causesOf, explainFailure, messageOf } from './failures.ts'
import { InputQueue, messageIdOf, toMessage } from './input-queue.ts'
import { Journal } from './journal.ts'
import type { Account } from './ledger.ts'
import { ModelChoice } from './model-choice.ts'
import { USUAL_FAULT_POLICY } from './model-retry.ts'
import { expandPlaybook, type Playbook, readPlaybooks } from './playbooks.ts'
import { readPrompt } from './prompt.ts'
import type { RunContext } from './run-context.ts'
import { RunLog } from './run-log.ts'
import { RunMoney } from './run-money.ts'
import type { RunsOptions } from './runs-options.ts'
import type { SessionView } from './session-view.ts'
import { LEAD } from './span-ids.ts'
import {
  type Delegate,
  type Delegates,
  type DelegatesOptions,
  gatherDelegates,
  NOBODY,
} from './subagent-delegates.ts'

/** How long what was cut off may take to come to its end before the run ends without it. */
const SETTLE_MS = 1000
/** How long a run that is out of time may take to end by itself. */
const GRACE_MS = 5000

export interface RunPlan {
  readonly sessionId: SessionId
  readonly runId: RunId
  readonly model: ModelRef
  /** Models to go on with, in this order, where one can't be had. */
  readonly fallbacks: readonly ModelRef[]
  /** Shared by all runs of the host. */
  readonly circuits: CircuitBreakers
  readonly rules: Rules
  readonly limits: Limits
  /** The run this one goes on with. */
  readonly resumes?: RunId
  readonly view: SessionView
  readonly account: Account
  readonly workspace: Workspace
  readonly release: Disposable
}

interface Ending {
  readonly outcome: Outcome
  readonly reason?: string
}

type Received = EventFor<'input.received'>['data']

/** One run of a session, from its start to its end. */
export class ActiveRun {
  readonly runId: RunId
  readonly ended: Promise<void>
  readonly approvals = new Approvals()
  readonly view: SessionView
  readonly #plan: RunPlan
  readonly #options: RunsOptions
  readonly #log: RunLog
  readonly #budget: Budget
  readonly #money: RunMoney
  readonly #journal: Journal
  readonly #inputs = new InputQueue()
  readonly #agents: AgentDirectory
  readonly #models: ModelChoice
  readonly #busy = new Set<Promise<unknown>>()
  readonly #controller = new AbortController()
  /** Aborted when the run is over: nothing waits any longer. */
  readonly #over = new AbortController()
  readonly #finish: () => void
  /** Settles when everything said so far has been heard. */
  #hearing: Promise<unknown> = Promise.resolve()
  #lead: Agent | undefined
  #delegates: Delegates = NOBODY
  #playbooks: readonly Playbook[] = []
  #isEnding = false
  #cutShort: Ending | undefined

  constructor(plan: RunPlan, options: RunsOptions) {
    const { sessionId, runId, view, limits } = plan
    const { store, clock, ids } = options
    this.runId = runId
    this.view = view
    this.#plan = plan
    this.#options = options
    const onRefused = (error: unknown) => this.fail(error)
    this.#log = new RunLog(store.events, {
      sessionId,
      runId,
      onRefused,
      secrets: options.providers.secrets,
    })
    this.#budget = new Budget(limits, clock)
    this.#money = new RunMoney({
      account: plan.account,
      ask: (shortage, call) => askBudget(this.#context(), view, { shortage, call }),
      stop: (reason) => this.#budget.stop(reason),
      offer: (model) => this.#models.offer(model),
    })
    this.#journal = new Journal(view, store.blobs)
    this.#models = new ModelChoice(plan.fallbacks, options.providers)
    this.#agents = new AgentDirectory({ sessionId, log: this.#log, view, ids })
    const { promise, resolve } = Promise.withResolvers<void>()
    this.ended = promise
    this.#finish = resolve
  }

  /**
   * Writes the run's beginning; once that is durable, the run goes on by itself. Where it fails there
   * is no run, and `ended` resolves all the same.
   */
  async start(first: readonly Draft[]): Promise<void> {
    using unstarted = new DisposableStack()
    unstarted.defer(() => this.#leave())
    this.#playbooks = await readPlaybooks(this.#options.resourcesDir)
    const { model, rules, limits, resumes } = this.#plan
    const data = { model, profile: rules.profile, limits, ...(resumes && { resumes }) }
    await this.#log.append({ kind: 'run.started', data }, ...first)
    unstarted.move()
    void inScopeOf(this, () => this.#run())
  }

  /** Lets the lead hear it before its next model call. False: the run is at its end. */
  async hear(input: Received): Promise<boolean> {
    if (this.#isEnding) return false
    const appended = this.#log.append({ kind: 'input.received', data: input })
    const heard = appended.then(([event]) => {
      if (event) this.#inputs.add(this.#toMessage({ seq: event.seq, ...input }))
    })
    this.#hearing = Promise.allSettled([this.#hearing, heard])
    await heard
    return true
  }

  /** Whether its end has been written. */
  get isOver(): boolean {
    return this.#log.isClosed
  }

  cancel(): void {
    this.#cut({ outcome: 'cancelled', reason: 'A person stopped this run.' })
  }

  /** The host goes: what waits for a person goes on waiting. */
  interrupt(): void {
    const reason = 'Orrery was closed while this was running. Resume to go on.'
    this.#cut({ outcome: 'interrupted', reason })
  }

  /** Something escaped that belongs to this run. */
  fail(error: unknown): void {
    if (this.#controller.signal.aborted) return
    const reason = `Something in this run went wrong: ${this.#options.providers.redact(messageOf(causesOf(error)))} Resume to try again.`
    this.#cut({ outcome: 'error', reason })
  }

  #cut(ending: Ending): void {
    this.#cutShort ??= ending
    this.#controller.abort(new AppError('cancelled', ending.reason ?? 'Cancelled.'))
  }

  async #run(): Promise<void> {
    const { store } = this.#options
    using counting = store.events.onDidAppend((events) => this.#count(events))
    this.#budget.signal.addEventListener('abort', () => void this.#enforceTime(), { once: true })
    const ending = await this.#drive()
    this.#isEnding = true
    counting[Symbol.dispose]()
    try {
      await this.#end(ending)
    } catch {
      // The log takes nothing any more, not even why: the next host ends in it what is open.
    } finally {
      this.#leave()
    }
  }

  /** Lets go of all that the run holds. */
  #leave(): void {
    this.#over.abort()
    this.#budget[Symbol.dispose]()
    this.#money[Symbol.dispose]()
    this.#plan.release[Symbol.dispose]()
    this.#finish()
  }

  async #drive(): Promise<Ending> {
    const work = this.#work()
    try {
      await Promise.race([work, this.#abandoned()])
      return this.#cutShort ?? this.#ending({ outcome: 'ok' })
    } catch (error) {
      const { message } = explainFailure(error, {
        model: this.#plan.model,
        providers: this.#options.providers,
      })
      return this.#cutShort ?? this.#ending({ outcome: 'error', reason: message })
    } finally {
      work.catch(() => undefined)
    }
  }

  /** Once cut short, what does not come to its end soon is left behind. */
  async #abandoned(): Promise<void> {
    const { signal } = this.#controller
    if (!signal.aborted) await once(signal, 'abort')
    await this.#delay(SETTLE_MS)
  }

  /** Waits for so long, or until the run is over. */
  async #delay(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#over.signal }).catch(() => undefined)
  }

  #ending(otherwise: Ending): Ending {
    const { reason } = this.#budget
    return reason ? { outcome: 'stopped', reason } : otherwise
  }

  async #work(): Promise<void> {
    const { providers, resourcesDir } = this.#options
    const { model: ref, workspace } = this.#plan
    const entry = { namespace: LEAD, type: 'lead', description: 'Leads the session', model: ref }
    this.#lead = await this.#agents.enter(entry)
    this.#controller.signal.throwIfAborted()
    const model = await providers.create(ref)
    const delegates = await this.#gather({ ref, model })
    const prompt = providers.secrets.redact(
      await readPrompt({ resourcesDir, workspace, delegates }),
    )
    const run = this.#context()
    const capture = new Capture(run)
    const agent = buildAgent({ run, capture, model, prompt, delegates })
    const configurable = { thread_id: this.#plan.sessionId }
    const { signal } = this.#controller
    const invoke = (messages: readonly HumanMessage[] | null) => {
      const input = messages && { messages: [...messages] }
      return agent.invoke(input, { configurable, callbacks: [capture], durability: 'sync', signal })
    }
    const state = await agent.graph.getState({ configurable })
    const { pending, goesOn } = this.#unheard(state.values)
    if (goesOn) this.#inputs.add(...pending)
    await invoke(goesOn ? null : pending)
    while (await this.#hasMore()) await invoke(this.#inputs.take())
    // What was only noted may still be refused.
    await this.#options.store.flush()
  }

  /** From here on it is settled whom this run can delegate to. */
  async #gather(own: DelegatesOptions['own']): Promise<readonly Delegate[]> {
    const { sessionId, workspace } = this.#plan
    const { root } = workspace
    this.#delegates = await gatherDelegates({ ...this.#options, sessionId, root, own })
    const { all } = this.#delegates
    this.#agents.assign(new Map(all.map(({ type, ref }) => [type.name, ref])))
    return all
  }

  /** Whether something was said that the lead has not heard. Where not, nothing more is taken in. */
  async #hasMore(): Promise<boolean> {
    await this.#hearing
    this.#isEnding = this.#inputs.isEmpty || this.#budget.reason !== undefined
    return !this.#isEnding
  }

  /** What was said and is not in the thread; and whether the thread goes on from where it was. */
  #unheard(values: unknown): { pending: HumanMessage[]; goesOn: boolean } {
    const heard = new Set(messagesOf(values).map(({ id }) => id))
    const items = Object.values(this.view.transcript.items)
    const inputs = items.flatMap((item) => (item.type === 'input' ? [item] : []))
    const missing = inputs.filter((input) => !heard.has(messageIdOf(input)))
    const isNew = missing.some(({ id }) => !this.view.transcript.queued.includes(id))
    const pending = missing.map((input) => this.#toMessage(input))
    return { pending, goesOn: this.#plan.resumes !== undefined && !isNew }
  }

  #toMessage(input: Parameters<typeof toMessage>[0]): HumanMessage {
    const text = expandPlaybook(this.#journal.read(input.text), this.#playbooks)
    return toMessage({ ...input, text }, this.#journal, this.#options.store.blobs)
  }

  #context(): RunContext {
    const { store, providers, ids, env = {} } = this.#options
    const { sessionId, workspace, rules } = this.#plan
    const recorded = workspace.snapshot()
    // Whoever waits for it is told.
    recorded.catch(() => undefined)
    return {
      sessionId,
      runId: this.runId,
      store,
      workspace,
      providers,
      ids,
      rules,
      allowing: () => this.#allowing(),
      log: this.#log,
      agents: this.#agents,
      models: this.#models,
      faults: { ...USUAL_FAULT_POLICY, ...this.#options.faults },
      circuits: this.#plan.circuits,
      delegates: this.#delegates,
      budget: this.#budget,
      money: this.#money,
      approvals: this.approvals,
      journal: this.#journal,
      inputs: this.#inputs,
      signal: this.#controller.signal,
      recorded,
      busy: this.#busy,
      env,
    }
  }

  /** A project's rules are made in any of its sessions. */
  #allowing(): readonly AllowRule[] {
    const { store } = this.#options
    const { projectId } = getSession(store, this.#plan.sessionId)
    const own = Object.values(this.view.approvals.rules).filter(({ scope }) => scope === 'session')
    return [...own, ...store.rules.list(projectId)]
  }

  async #end({ outcome, reason }: Ending): Promise<void> {
    const lead = this.#lead
    // What is still under way is cut off, and what it has to say to that comes before the run's end.
    this.#controller.abort(new AppError('cancelled', reason ?? 'The run has ended.'))
    const settled = Promise.allSettled(this.#busy)
    if (this.#busy.size > 0) await Promise.race([settled, this.#delay(SETTLE_MS)])
    const drafts = outcome === 'interrupted' ? [] : await this.#closeApprovals(reason)
    const data = { outcome, ...(reason !== undefined && { reason }) }
    const error = outcome === 'error' && reason !== undefined ? { error: reason } : {}
    await this.#log.append(...drafts)
    await this.#log.closeAll(outcome, lead?.spanId)
    if (lead) await this.#agents.leave(lead, { outcome, ...error })
    await this.#log.close(outcome, { kind: 'run.ended', data })
  }

  async #closeApprovals(reason = 'The run ended.'): Promise<readonly Draft[]> {
    await this.#options.store.flush()
    return closeApprovals(this.view, reason)
  }

  #count(events: readonly AnyEvent[]): void {
    if (events[0]?.sessionId !== this.#plan.sessionId) return
    this.#budget.countEvents(events.filter(({ kind }) => !streamedKinds.has(kind)).length)
  }

  /** Other limits let what is under way come to its end. */
  async #enforceTime(): Promise<void> {
    if (!this.#budget.isOverTime) return
    await this.#delay(GRACE_MS)
    if (!this.#over.signal.aborted) this.#cut(this.#ending({ outcome: 'stopped' }))
  }
}

function messagesOf(values: unknown): readonly { readonly id?: unknown }[] {
  const has = typeof values === 'object' && values !== null && 'messages' in values
  return has && Array.isArray(values.messages) ? values.messages : []
}
