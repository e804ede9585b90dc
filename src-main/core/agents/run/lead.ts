import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { HumanMessage } from '@langchain/core/messages'
import { LEAD_TYPE } from '#shared/events/agent.ts'
import { LEAD_THREAD } from '#shared/projections/transcript.ts'
import type { InputItem } from '#shared/projections/transcript-items.ts'
import { prepareOwnTools } from '../calls/own-tools.ts'
import { Crew } from '../delegation/background-agents.ts'
import type { OwnThread, ThreadState } from '../delegation/own-thread.ts'
import { Bell } from '../delegation/wake-signal.ts'
import { InputQueue, type SaidInput, toMessage } from '../messages/input-queue.ts'
import { isUnfinished, MAX_CONTINUED, requireAnswer } from '../models/require-answer.ts'
import { promptOf } from '../prompts/part.ts'
import { expandPlaybook, type Playbook } from '../prompts/playbooks.ts'
import { leadParts } from '../prompts/prompt.ts'
import { readRunSources } from '../prompts/prompt-sources.ts'
import type { Agent } from '../recording/agent-directory.ts'
import { LEAD } from '../recording/span-ids.ts'
import { type Delegates, gatherDelegates } from '../subagents/delegates.ts'
import { buildLead, buildOwnAgent } from './build-agent.ts'
import type { Conductor, Received } from './conductor.ts'
import type { RunContext } from './run-context.ts'
import type { RunPlan } from './run-plan.ts'
import type { RunsOptions } from './runs-options.ts'

interface LeadOptions {
  readonly plan: RunPlan
  readonly options: RunsOptions
  readonly run: RunContext
  readonly playbooks: readonly Playbook[]
}

/** The lead of one run: works until it has nothing more to hear, from people or from other agents. */
export class Lead implements Conductor {
  readonly #options: LeadOptions
  readonly #inbox = new InputQueue()
  readonly #bell = new Bell()
  /** Settles when everything said so far has been heard. */
  #hearing: Promise<unknown> = Promise.resolve()
  #agent: Agent | undefined
  #isClosed = false
  /** How often it was asked to continue an unfinished answer. */
  #continued = 0

  constructor(options: LeadOptions) {
    this.#options = options
    options.run.inboxes.set(LEAD, this.#inbox)
  }

  /** Absent before it has begun. */
  get agent(): Agent | undefined {
    return this.#agent
  }

  /** Lets it hear something before its next model call. False: it is at its end. */
  async hear(input: Received): Promise<boolean> {
    if (this.#isClosed) return false
    const appended = this.#options.run.log.append({ kind: 'input.received', data: input })
    const heard = appended.then(([event]) => {
      if (event) this.#inbox.add(this.#toMessage({ seq: event.seq, ...input }))
      this.#bell.ring()
    })
    this.#hearing = Promise.allSettled([this.#hearing, heard])
    await heard
    return true
  }

  compact(): void {
    this.#options.run.compactionRequests.add(LEAD)
  }

  /** From now on it hears nothing more. */
  close(): void {
    this.#isClosed = true
  }

  async work(): Promise<void> {
    const { plan, options, run: parts } = this.#options
    using _working = parts.parking.work()
    this.#agent = await parts.agents.enter({ ...ENTRY, model: plan.model })
    parts.signal.throwIfAborted()
    const model = await options.providers.create(plan.model)
    const [delegates, sources] = await Promise.all([
      gather(this.#options, model),
      readRunSources(plan, options),
    ])
    const outside = AsyncLocalStorage.snapshot()
    parts.snapshot.begin()
    const run = { ...parts, delegates, sources, outside }
    const crew = this.#createCrew(run)
    const types = delegates.all.map(({ type }) => type)
    const prompt = promptOf(leadParts(sources, types))
    // Each of these takes a while the first time: other work runs in between.
    await nextTurn()
    await prepareOwnTools()
    await nextTurn()
    const thread = await buildLead({
      run,
      crew,
      model,
      prompt: options.providers.secrets.redact(prompt),
    })
    await nextTurn()
    await this.#begin(thread, crew)
    while (await this.#hasMore(crew)) await this.#invoke(thread)
    if (!run.limits.reason) requireAnswer((await thread.read()).messages)
    // What was only noted may still be refused.
    await options.store.flush()
  }

  /** Continues an answer that is unfinished, unless there is something else to hear. */
  async #invoke(thread: OwnThread): Promise<void> {
    const { limits, runId } = this.#options.run
    await thread.invoke(this.#inbox.take())
    for (let count = 1; count <= MAX_CONTINUED; count += 1) {
      if (limits.reason || !this.#inbox.isEmpty || !isUnfinished((await thread.read()).messages))
        return
      const id = `continue-${runId}-${this.#continued++}`
      await thread.invoke([new HumanMessage({ id, content: CONTINUE })])
    }
  }

  #createCrew(run: RunContext): Crew {
    const { view } = this.#options.plan
    return new Crew({ run, view, bell: this.#bell, build: (parts) => buildOwnAgent(run, parts) })
  }

  /** Takes up what was left, by an earlier run or by who wrote since. */
  async #begin(thread: OwnThread, crew: Crew): Promise<void> {
    const { isUnderWay, messages } = await thread.read()
    const goesOn = this.#options.plan.resumes !== undefined && !this.#unheard(messages).some(isNew)
    await crew.goOn(goesOn)
    this.#inbox.add(...this.#unheard(messages).map((input) => this.#toMessage(input)))
    if (goesOn && isUnderWay) await thread.invoke(null)
    // A run that reached a limit has ended its turn: it is asked to take it up again.
    const isIdle = !isUnderWay && this.#inbox.isEmpty && !crew.isAtWork
    if (goesOn && isIdle) this.#inbox.add(toGoOn(this.#options.run))
  }

  /** Whether there is something it has not heard, also from those at work. Where not, nothing more is taken in. */
  async #hasMore(crew: Crew): Promise<boolean> {
    const { limits, store } = this.#options.run
    while (!limits.reason) {
      const rung = this.#bell.next()
      // Those that end together are heard together.
      await store.flush()
      await this.#hearing
      this.#inbox.add(...crew.takeReports())
      if (!this.#inbox.isEmpty) return true
      if (!crew.isAtWork) break
      await this.#rest(rung)
    }
    this.close()
    await this.#rest(crew.idle())
    return false
  }

  async #rest(until: Promise<void>): Promise<void> {
    using _resting = this.#options.run.parking.rest()
    await until
  }

  /** What was said to it and is not in its thread. */
  #unheard(messages: ThreadState['messages']): readonly InputItem[] {
    const { items, threads } = this.#options.plan.view.transcript
    const heard = new Set(messages.map(({ id }) => id))
    const said = (threads[LEAD_THREAD] ?? []).flatMap((id) => items[id] ?? [])
    return said.filter((item) => item.type === 'input').filter((input) => !heard.has(input.id))
  }

  #toMessage(input: SaidInput): HumanMessage {
    const { options, run, playbooks } = this.#options
    if (input.from) return run.mail.toMessage({ ...input, from: input.from })
    const text = expandPlaybook(run.journal.read(input.text), playbooks)
    return toMessage({ ...input, text }, run.journal, options.store.blobs)
  }
}

const ENTRY = { namespace: LEAD, type: LEAD_TYPE, description: 'Leads the session' } as const

const CONTINUE = 'Your answer is incomplete. Continue exactly where it stopped, and repeat nothing.'

function toGoOn({ runId }: RunContext): HumanMessage {
  return new HumanMessage({ id: `go-on-${runId}`, content: 'Go on from where you stopped.' })
}

/** A person has said it since, and did not say it to a run that was on. */
function isNew({ from, isQueued }: InputItem): boolean {
  return from === undefined && !isQueued
}

/** From here on it is settled whom this run can delegate to. */
async function gather(
  { plan, options, run }: LeadOptions,
  model: BaseChatModel,
): Promise<Delegates> {
  const own = { ref: plan.model, model }
  const { root } = plan.workspace
  const delegates = await gatherDelegates({ ...options, sessionId: plan.sessionId, root, own })
  run.agents.assign(new Map(delegates.all.map(({ type, ref }) => [type.name, ref])))
  return delegates
}
