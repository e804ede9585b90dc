import { isGraphBubbleUp } from '@langchain/langgraph'
import type { Outcome } from '#shared/events/value.ts'
import { judge, type Verdict } from '../../permissions/judge-call.ts'
import { judgedPlaces } from '../../permissions/judged-places.ts'
import { shellPlaceAt } from '../../permissions/shell-judge/shell-place.ts'
import { readStoredArgs } from '../../permissions/stored-args.ts'
import type { ToolAccess } from '../../permissions/tool-access.ts'
import { findWrongArgs, toMeant } from '../../tools/catalogue/check-args.ts'
import { toolFor } from '../../tools/catalogue/index.ts'
import type { Args } from '../../tools/definition/define-tool.ts'
import { findRunner, prepareArgs } from '../../tools/runners/index.ts'
import type { RunIdentity } from '../context/run-identity.ts'
import type { RunServices } from '../context/run-services.ts'
import { malformedText } from '../models/answer.ts'
import type { Agent } from '../recording/agent-directory.ts'
import type { Recorded, Resolved } from '../recording/call-journal.ts'
import { explainError } from '../recording/explain-error.ts'
import type { Refusal } from '../subagents/delegates.ts'
import { type AskContext, askPerson } from './ask-person.ts'
import { askQuestion } from './ask-question.ts'
import { inSpan, toAnswered, toCutOff, toRefused, toStarted, toWithdrawn } from './call-drafts.ts'
import { CallOrder, type CallOrderContext } from './call-order.ts'
import type { CallState } from './call-state.ts'
import { evictLargeResults } from './evict-result.ts'
import { runsAgain, toCutOffAnswer } from './interrupted-calls.ts'
import { findAllowedMcp, findRules } from './mcp-tools.ts'
import { type RunCallContext, runCall } from './run-call.ts'
import { AgentSeenFiles } from './seen-files/agent-seen-files.ts'
import { findTyped, toTyping } from './terminal-input.ts'
import { type Answer, type Call, type GraphCall, noteOutcome, toAnswer } from './tool-call.ts'

const NOT_RECORDED: Recorded = { type: 'none' }

/** Parts of a run that the gate uses. */
export interface ToolGateContext
  extends AskContext,
    CallOrderContext,
    RunCallContext,
    Pick<RunIdentity, 'rules' | 'allowTools'>,
    Pick<RunServices, 'shellJudge' | 'keptTerminals' | 'services'>,
    Pick<CallState, 'seenFiles' | 'snapshot'> {}

/** Stands in front of every tool of one agent: decides, asks, and answers in any case. */
export class ToolGate {
  readonly #run: ToolGateContext
  readonly #toolAccess: readonly ToolAccess[] | undefined
  readonly #order: CallOrder

  constructor(run: ToolGateContext, toolAccess: readonly ToolAccess[] | undefined) {
    this.#run = run
    this.#order = new CallOrder(run)
    this.#toolAccess = toolAccess
  }

  /** Fails only where the run is cancelled, or what came of the call can't be written down. */
  async pass(asked: GraphCall, agent: Agent): Promise<Answer> {
    using _underWay = this.#run.parking.call(agent.agentId)
    using _turn = this.#order.enter({ ...asked, agent })
    const { call, recorded } = this.#toEntered(asked, agent)
    return await evictLargeResults(this.#run, call, await this.#answer(call, recorded))
  }

  async #answer(call: Call, recorded: Recorded): Promise<Answer> {
    if (recorded.type === 'ended') return toAnswer(call, recorded.text, recorded.isError)
    return recorded.type === 'cut-off' ? this.#leaveBe(call, recorded.resolved) : this.#enter(call)
  }

  /** The call with its span, and what the log knows of that: nothing yet where the call runs again. */
  #toEntered(asked: GraphCall, agent: Agent): { call: Call; recorded: Recorded } {
    const { agentId } = agent
    const { spanId, recorded, nextSpanId } = this.#run.journal.findLast({ ...asked, agentId })
    const args = toMeant(asked.name, asked.args)
    const call: Call = { ...asked, args, agent, spanId, tool: toolFor(asked.name, args) }
    if (recorded.type !== 'cut-off') return { call, recorded }
    const { resolved, edited } = recorded
    if (!runsAgain(call.tool, resolved)) return { call, recorded }
    const again = { ...call, spanId: nextSpanId }
    if (call.tool.effect === 'read') return { call: again, recorded: NOT_RECORDED }
    const wanted = edited ? toMeant(call.name, readStoredArgs(this.#run.store, edited)) : args
    return { call: { ...withArgs(again, wanted), isWanted: true }, recorded: NOT_RECORDED }
  }

  /** What was cut off and does not run again is answered, as a person has said or as unknown. */
  #leaveBe(call: Call, resolved: Resolved): Answer {
    const { toolCallId, name } = call
    const data = { toolCallId, resolution: 'told' } as const
    if (!resolved) this.#run.log.note({ kind: 'call.resolved', ...inSpan(call), data })
    const { text, isError } = toCutOffAnswer(name, resolved)
    return toAnswer(call, text, isError)
  }

  async #enter(call: Call): Promise<Answer> {
    try {
      return await this.#decide(call)
    } catch (error) {
      if (this.#run.signal.aborted || isGraphBubbleUp(error)) throw error
      // Nothing a tool does, or that is done for it, may end the run.
      return this.#failed(call, `Error: ${explainError(error, this.#run.providers)}`)
    }
  }

  /** Writes what is not written yet: no call is answered without a trace. */
  async #failed(call: Call, reason: string): Promise<Answer> {
    const { log } = this.#run
    if (!log.hasOpened(call.spanId)) return this.#refuse(call, 'error', reason)
    await log.end(call.spanId, toRefused(this.#run, call, { outcome: 'error', reason }))
    return toAnswer(call, reason, true)
  }

  async #decide(call: Call): Promise<Answer> {
    if (call.isMalformed) return this.#refuse(call, 'error', malformedText(call.args))
    const refusal = this.#refusal(call)
    if (refusal) return this.#refuse(call, refusal.outcome, refusal.reason)
    if (!call.exists) return this.#refuse(call, 'error', `There is no tool "${call.name}" here.`)
    const wrong = findWrongArgs(call.name, call.args)
    if (wrong) return this.#refuse(call, 'error', wrong)
    if (dependsOnOthers(call)) await this.#order.wait(call)
    const early = await this.#judgeNow(call)
    // A person is asked before the call's turn has come, and the call waits for that before it runs.
    if (early.verdict.verdict !== 'allow') return this.#rule(early)
    const hasWaited = await this.#order.wait(call)
    return this.#rule(hasWaited ? await this.#judgeNow(call) : early)
  }

  #rule({ call, verdict }: Judged): Promise<Answer> {
    if (verdict.verdict === 'deny') return this.#refuse(call, 'denied', verdict.rule)
    if (call.tool.isQuestion) return this.#askQuestion(call)
    if (verdict.verdict === 'allow') return this.#admit(call)
    return call.isWanted ? this.#admitDecided(call) : this.#ask(call, verdict)
  }

  /** As things stand now: the project's files, links and terminals. */
  async #judgeNow(asked: Call): Promise<Judged> {
    const call = this.#toPlaced(await prepare(this.#run, asked))
    return { call, verdict: await this.#judge(call) }
  }

  /** Why one of the subagent types that a call would start can't be had. */
  #refusal({ tool, args }: Call): Refusal | undefined {
    const types = tool.delegatesTo?.(args) ?? []
    return types.map((type) => this.#run.delegates.refuse(type)).find((refusal) => refusal)
  }

  async #judge({ tool, name, args, places, typedBefore }: Call): Promise<Verdict> {
    const allowedInRun = findAllowedMcp(this.#run)
    const { allowing, changedFrom } = await findRules(this.#run, name)
    const isChanged = changedFrom !== undefined
    const rules = { ...this.#run.rules, allowing, allowedInRun, isToolChanged: isChanged }
    const shell = shellPlaceAt(this.#run.workspace.root, this.#run.store.dataDir)
    const terminal = findTyped(this.#run, tool, args)
    const typing = typedBefore && terminal && toTyping(terminal, typedBefore, shell)
    const { shellJudge } = this.#run
    const known = { ...(places && { places }), ...(typing && { typing }) }
    return judge({ name, args, shell, shellJudge, ...known }, rules, this.#toolAccess)
  }

  /** With how things stand that it is judged by, and that it is to find so when it runs. */
  #toPlaced(call: Call): Call {
    const { tool, args } = call
    const typedBefore = findTyped(this.#run, tool, args)?.typed
    return { ...call, places: judgedPlaces(tool, args, this.#run.workspace.root), typedBefore }
  }

  async #ask(call: Call, verdict: Verdict): Promise<Answer> {
    // A change to what agents may do is shown to a person in any case.
    if (verdict.source !== 'host') await this.#refuseEarly(call)
    const decided = await askPerson(this.#run, call, verdict)
    if (!decided) return this.#refuse(call, 'stopped', this.#run.limits.reason ?? 'The run ended.')
    const { decision, message, args } = decided
    switch (decision) {
      case 'approve':
        return this.#admitDecided(call)
      case 'reject':
        return this.#refuse(call, 'denied', refusalText(decided.by, message))
      case 'respond':
        return this.#respond(call, message ?? '')
      case 'edit':
        return this.#admitEdited(args ? withArgs(call, toMeant(call.name, args)) : call)
    }
  }

  /** Throws what would refuse the call when it runs: nobody is asked about that. */
  async #refuseEarly(call: Call): Promise<void> {
    const seen = new AgentSeenFiles(this.#run.seenFiles, call.agent.agentId, { seen: [] })
    const check = async () => findRunner(call.name)?.check?.(call.args, seen)
    try {
      await check()
    } catch (error) {
      // A call before it may read the file.
      if (!(await this.#order.wait(call))) throw error
      await check()
    }
  }

  async #askQuestion(call: Call): Promise<Answer> {
    const { outcome, text } = await askQuestion(this.#run, call)
    return outcome === 'ok' ? this.#respond(call, text) : this.#refuse(call, outcome, text)
  }

  #admitEdited(call: Call): Promise<Answer> {
    return this.#admitDecided(this.#toPlaced(call))
  }

  /** What was changed, by a person or on disk meanwhile, is judged anew, but for asking again. */
  async #admitDecided(call: Call): Promise<Answer> {
    await this.#order.wait(call)
    const wrong = findWrongArgs(call.name, call.args)
    if (wrong) return this.#refuse(call, 'error', wrong)
    const verdict = await this.#judge(call)
    return verdict.verdict === 'deny'
      ? this.#refuse(call, 'denied', verdict.rule)
      : this.#admit(call)
  }

  async #admit(call: Call): Promise<Answer> {
    const { limits, snapshot, log } = this.#run
    if (!limits.takeToolCall())
      return this.#refuse(call, 'stopped', limits.reason ?? 'The run ended.')
    const endOf = (outcome: Outcome) => [toCutOff(call, outcome)]
    const opening = [call.spanId, toStarted(this.#run, call), endOf] as const
    if (call.tool.effect === 'read') {
      log.noteOpen(...opening)
    } else {
      await snapshot.taken
      this.#run.signal.throwIfAborted()
      await log.open(...opening)
    }
    return runCall(this.#run, call)
  }

  async #respond(call: Call, message: string): Promise<Answer> {
    const run = this.#run
    await run.log.append(toStarted(run, call), toAnswered(run, call, message))
    return toAnswer(call, message, false)
  }

  /** A call that does not run is a span without length. */
  async #refuse(call: Call, outcome: Outcome, reason: string): Promise<Answer> {
    const run = this.#run
    const ended = toRefused(run, call, { outcome, reason })
    noteOutcome(run, call, { result: reason, hasFailed: true })
    await run.log.append(...toWithdrawn(run, call, reason), toStarted(run, call), ended)
    return toAnswer(call, reason, true)
  }
}

interface Judged {
  readonly call: Call
  readonly verdict: Verdict
}

/** Whether a call is judged by what any call before it may change: files it finds, a terminal's state. */
function dependsOnOthers({ tool, name, args }: Call): boolean {
  return findRunner(name)?.prepare !== undefined || tool.typed?.(args) !== undefined
}

async function prepare(
  {
    sessionId,
    signal,
    workspace,
    services,
  }: Pick<ToolGateContext, 'sessionId' | 'signal' | 'workspace' | 'services'>,
  call: Call,
): Promise<Call> {
  const context = { sessionId, signal, workspace, languages: services.languages }
  return withArgs(call, await prepareArgs(call.name, call.args, context))
}

/** Other arguments may do something else. */
function withArgs(call: Call, args: Args): Call {
  return { ...call, args, tool: toolFor(call.name, args) }
}

function refusalText(by: 'person' | 'host', message: string | undefined): string {
  const who = by === 'person' ? 'A person refused this call' : 'This call was refused'
  return message
    ? `${who}: ${message}`
    : `${who}. Do not try it again in another way; ask what to do.`
}
