import type { HumanMessage } from '@langchain/core/messages'
import type { AnyEvent, EventFor } from '#shared/events/index.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { SpanId } from '#shared/lib/ids.ts'
import type { BackgroundDelegate, TeamMember } from '#shared/projections/delegation.ts'
import { closeApprovals } from '../approvals/close-approvals.ts'
import { keepBusy, type RunPace } from '../limits/run-pace.ts'
import { InputQueue } from '../messages/input-queue.ts'
import type { PromptState } from '../prompts/prompt-state.ts'
import type { RunRecord } from '../recording/run-record.ts'
import type { SessionView } from '../recording/session-view.ts'
import { agentIdOf, LEAD } from '../recording/span-ids.ts'
import { delegateThread, teammateThread } from '../recording/thread-namespaces.ts'
import type { Delegate } from '../subagents/delegates.ts'
import { type DelegateContext, findType, giveUp, workDelegate } from './delegate-work.ts'
import type { OwnThread } from './own-thread.ts'
import type { TeamState } from './team-state.ts'
import { type TeammateContext, workTeammate } from './teammate-work.ts'
import type { Bell } from './wake-signal.ts'

type Sent = EventFor<'message.sent'>

interface Entering {
  readonly agentId: SpanId
  /** Of its thread. */
  readonly namespace: string
  /** Of a teammate. */
  readonly inbox?: InputQueue
}

interface AtWork {
  readonly controller: AbortController
  readonly done: Promise<void>
  /** Of a teammate. */
  readonly inbox?: InputQueue
}

interface TeammatePrompt {
  /** The same for all teammates. */
  readonly prompt: string
  /** The teammate's name, and those of the others. */
  readonly identity: string
}

/** Parts of a run that background agents and teams use. */
interface CrewContext
  extends DelegateContext,
    TeammateContext,
    RunRecord,
    RunPace,
    Pick<PromptState, 'sources'>,
    TeamState {}

/** A background agent to build. */
export interface OwnAgentParts {
  /** Aborted when the agent is stopped or its run is canceled. */
  readonly signal: AbortSignal
  readonly crew: Crew
  readonly delegate: Delegate
  /** Of its checkpoint thread. */
  readonly name: string
  /** It keeps its context, and is told what others write to it. */
  readonly teammate?: TeammatePrompt
}

interface CrewOptions {
  readonly run: CrewContext
  readonly view: SessionView
  /** Rung whenever the lead may have something to hear, or somebody has ended their work. */
  readonly bell: Bell
  readonly build: (parts: OwnAgentParts) => OwnThread
}

/** The agents of a run that nobody waits for: background delegates, and teammates. */
export class Crew {
  /** Of teams and teammates that were asked for in this run: the log may not have them yet. */
  readonly names = new Set<string>()
  readonly #options: CrewOptions
  readonly #leadId: SpanId
  readonly #atWork = new Map<SpanId, AtWork>()
  /** For the lead, at the end of its turn. */
  readonly #reports: HumanMessage[] = []
  /** The run goes on with one that was cut off. */
  #goesOn = false

  constructor(options: CrewOptions) {
    this.#options = options
    this.#leadId = agentIdOf(options.run.origin, LEAD)
  }

  get isAtWork(): boolean {
    return this.#atWork.size > 0
  }

  /** Resolves once nobody is at work. */
  async idle(): Promise<void> {
    while (this.isAtWork) await Promise.all([...this.#atWork.values()].map(({ done }) => done))
  }

  /** What background delegates have reported since this was last asked. */
  takeReports(): HumanMessage[] {
    return this.#reports.splice(0)
  }

  /** Lets those go on that an earlier run left in the middle of their work, or says that they don't. */
  async goOn(goesOn: boolean): Promise<void> {
    const { run } = this.#options
    this.#goesOn = goesOn
    const { delegates, members } = run.delegation
    const unfinished = Object.values(delegates).filter(({ hasReported }) => !hasReported)
    if (!goesOn) {
      await run.log.append(...unfinished.map((delegate) => giveUp(run, delegate)))
      return
    }
    for (const delegate of unfinished) this.start(delegate)
    const all = Object.values(members)
    for (const member of all.filter((one) => !this.#isAsleep(one))) this.#wake(member)
  }

  start(delegate: BackgroundDelegate): void {
    const { agentId, callId, type } = delegate
    const namespace = delegateThread(callId)
    this.#enter({ agentId, namespace }, (run) => {
      const build = () =>
        this.#options.build({
          signal: run.signal,
          crew: this,
          delegate: findType(run, type),
          name: namespace,
        })
      return workDelegate(run, { delegate, build })
    })
  }

  /** Lets a message reach whom it is for: a teammate that sleeps wakes. */
  deliver({ seq, data }: Sent): void {
    const { run, bell } = this.#options
    const { from, to } = data
    const message = run.mail.toMessage({ seq, ...data })
    const isReport = from.agentId in run.delegation.delegates
    if (to.agentId !== this.#leadId) this.#tell(to.agentId, message)
    else if (isReport) this.#reports.push(message)
    else run.inboxes.get(LEAD)?.add(message)
    bell.ring()
  }

  /** Stops these agents, and resolves once they have ended. */
  async dismiss(agentIds: readonly SpanId[]): Promise<void> {
    const dismissed = agentIds.flatMap((id) => this.#atWork.get(id) ?? [])
    const reason = new AppError('cancelled', 'Its team was dissolved.')
    for (const { controller } of dismissed) controller.abort(reason)
    await Promise.all(dismissed.map(({ done }) => done))
  }

  #tell(agentId: SpanId, message: HumanMessage): void {
    const { delegation, limits } = this.#options.run
    const member = delegation.members[agentId]
    const atWork = this.#atWork.get(agentId)
    if (atWork) atWork.inbox?.add(message)
    // What it is told after a limit was reached, it hears when it wakes next.
    else if (member && !limits.reason) this.#wake(member)
  }

  #wake(member: TeamMember): void {
    const { delegation, inboxes } = this.#options.run
    const { agentId, team, name } = member
    const callId = delegation.teams[team]?.callId
    if (!callId) return
    const namespace = teammateThread(callId, name)
    const inbox = new InputQueue()
    inboxes.set(namespace, inbox)
    this.#enter({ agentId, namespace, inbox }, (run) => {
      const goesOn = this.#goesOn
      const build = () => this.#buildTeammate(run, member, namespace)
      return workTeammate(run, { member, callId, namespace, inbox, goesOn, build })
    })
  }

  #buildTeammate(run: CrewContext, member: TeamMember, name: string): OwnThread {
    const teammate = toTeammatePrompt(run, member)
    return this.#options.build({
      signal: run.signal,
      crew: this,
      delegate: findType(run, member.type),
      name,
      teammate,
    })
  }

  #enter(one: Entering, work: (run: CrewContext) => Promise<readonly AnyEvent[]>): void {
    const { run } = this.#options
    const controller = new AbortController()
    const own = { ...run, signal: AbortSignal.any([run.signal, controller.signal]) }
    const { promise: done, resolve } = Promise.withResolvers<void>()
    const { agentId, inbox } = one
    this.#atWork.set(agentId, { controller, done, ...(inbox && { inbox }) })
    run.outside(
      () =>
        void keepBusy(run, this.#see(one, own, work))
          .catch(run.log.onRefused)
          .then(resolve),
    )
  }

  async #see(
    one: Entering,
    run: CrewContext,
    work: (run: CrewContext) => Promise<readonly AnyEvent[]>,
  ): Promise<void> {
    using _working = run.parking.work()
    try {
      const written = await work(run)
      this.#leave(one)
      for (const event of written) if (event.kind === 'message.sent') this.deliver(event)
    } catch (error) {
      await this.#cutOff(one, run, error)
    } finally {
      this.#leave(one)
      this.#options.bell.ring()
    }
    // What came when its last turn had ended already.
    if (one.inbox?.isEmpty === false) this.#wakeAgain(one, run)
  }

  #leave({ agentId, namespace, inbox }: Entering): void {
    const { inboxes } = this.#options.run
    this.#atWork.delete(agentId)
    if (inbox && inboxes.get(namespace) === inbox) inboxes.delete(namespace)
  }

  #wakeAgain({ agentId }: Entering, { delegation, signal, limits }: CrewContext): void {
    const member = delegation.members[agentId]
    if (member && !signal.aborted && !limits.reason) this.#wake(member)
  }

  /** What is open when its run ends is ended with that. */
  async #cutOff({ namespace }: Entering, run: CrewContext, error: unknown): Promise<void> {
    const { run: whole, view } = this.#options
    if (whole.signal.aborted) return
    if (!run.signal.aborted) return whole.log.onRefused(error)
    const ids = run.agents.idsBelow(namespace)
    await whole.log.append(...closeApprovals(view, 'Its team was dissolved.', ids))
    await whole.log.closeOf(ids, 'cancelled')
  }

  #isAsleep({ agentId, outcome }: TeamMember): boolean {
    const { messages } = this.#options.run.delegation
    const hasMail = Object.values(messages).some(
      ({ to, isHeard }) => to.agentId === agentId && !isHeard,
    )
    return (outcome === 'ok' || outcome === 'stopped') && !hasMail
  }
}

/** What its teammates are, besides what its type makes it. */
function toTeammatePrompt(
  { delegation, sources }: Pick<TeamState, 'delegation'> & Pick<PromptState, 'sources'>,
  { name, team, agentId }: TeamMember,
): TeammatePrompt {
  const ids = delegation.teams[team]?.members ?? []
  const others = ids.flatMap((id) => (id === agentId ? [] : (delegation.members[id] ?? [])))
  const lines = others.map((one) => `- \`${one.name}\`, of type ${one.type}`)
  const whom = ['- `lead`, who made the team', ...lines].join('\n')
  const identity = `You are called \`${name}\`, in the team "${team}". You can write to:\n\n${whom}`
  return { prompt: sources.texts.teammate.trim(), identity }
}
