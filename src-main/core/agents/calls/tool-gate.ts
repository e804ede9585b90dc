import { ToolMessage } from '@langchain/core/messages'
import { isGraphBubbleUp } from '@langchain/langgraph'
import type { Draft } from '#shared/events/index.ts'
import type { Outcome } from '#shared/events/value.ts'
import type { SpanId } from '#shared/ids.ts'
import type { Grant } from '../../policy/grants.ts'
import { judge, type Verdict } from '../../policy/judge.ts'
import { shellPlaceAt } from '../../shell-place.ts'
import { fileOf } from '../../tools/define.ts'
import { toolNamed } from '../../tools/index.ts'
import { placeOnDisk } from '../../workspace/place-on-disk.ts'
import type { Agent } from '../agent-directory.ts'
import { askPerson } from '../approvals/ask-person.ts'
import { askQuestion } from '../approvals/ask-question.ts'
import { explainError } from '../explain-error.ts'
import { malformedText } from '../models/answer.ts'
import { keepBusy, type RunContext } from '../run-context.ts'
import { callSpanOf } from '../span-ids.ts'
import type { Refusal } from '../subagents/delegates.ts'
import { runSubagent } from '../subagents/run-subagent.ts'
import { cutOffText } from './repair.ts'
import { type RunningCall, runningCall } from './running-call.ts'
import {
  type Answer,
  type AskedCall,
  type Call,
  isErrorAnswer,
  redactAnswer,
  storeArgs,
  textOfAnswer,
} from './tool-call.ts'

interface Ending {
  readonly outcome: Outcome
  readonly text: string
  readonly answer: Answer
}

/** Stands in front of every tool of one agent: decides, asks, writes down, and answers in any case. */
export class ToolGate {
  readonly #run: RunContext
  readonly #grants: readonly Grant[] | undefined

  constructor(run: RunContext, grants: readonly Grant[] | undefined) {
    this.#run = run
    this.#grants = grants
  }

  /** Fails only where the run is cancelled, or what came of the call can't be written down. */
  async pass(asked: AskedCall, agent: Agent): Promise<Answer> {
    const spanId = callSpanOf(this.#run.sessionId, agent.agentId, asked.toolCallId)
    const call: Call = { ...asked, agent, spanId, tool: toolNamed(asked.name) }
    const recorded = this.#run.journal.find(spanId)
    if (recorded.type === 'ended') return say(call, recorded.text, recorded.isError)
    if (recorded.type !== 'cut-off') return this.#enter(call)
    // What only reads, and a subagent that goes on from its own checkpoint, may simply begin again.
    if (call.tool.effect !== 'read') return say(call, cutOffText(call.name), true)
    return this.#enter({ ...call, spanId: this.#run.ids.span() })
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
    await log.end(call.spanId, this.#refused(call, 'error', reason))
    return say(call, reason, true)
  }

  async #decide(call: Call): Promise<Answer> {
    const malformed = malformedText(call.args)
    if (malformed) return this.#refuse(call, 'error', malformed)
    const refusal = this.#refusal(call)
    if (refusal) return this.#refuse(call, refusal.outcome, refusal.reason)
    if (!call.exists) return this.#refuse(call, 'error', `There is no tool "${call.name}" here.`)
    const placed = { ...call, place: this.#placeOf(call) }
    const verdict = await this.#judge(placed)
    if (verdict.verdict === 'deny') return this.#refuse(call, 'denied', verdict.rule)
    if (call.tool.isQuestion) return this.#askQuestion(call)
    if (verdict.verdict === 'allow') return this.#admit(placed)
    return this.#ask(placed, verdict)
  }

  /** Why one of the subagent types that a call would start can't be had. */
  #refusal({ tool, args }: Call): Refusal | undefined {
    const types = tool.delegatesTo?.(args) ?? []
    return types.map((type) => this.#run.delegates.refuse(type)).find((refusal) => refusal)
  }

  #judge({ name, args, place }: Call): Promise<Verdict> {
    const rules = { ...this.#run.rules, allowing: this.#run.allowing() }
    const shell = shellPlaceAt(this.#run.workspace.root, this.#run.store.dataDir)
    return judge({ name, args, shell, ...(place && { place }) }, rules, this.#grants)
  }

  #placeOf({ tool, args }: Pick<Call, 'tool' | 'args'>): string | undefined {
    const path = tool.effect === 'edit' ? fileOf(args) : undefined
    return path === undefined ? undefined : placeOnDisk(this.#run.workspace.root, path)
  }

  async #ask(call: Call, verdict: Verdict): Promise<Answer> {
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
        return this.#admitEdited({ ...call, args: args ?? call.args })
    }
  }

  async #askQuestion(call: Call): Promise<Answer> {
    const { outcome, text } = await askQuestion(this.#run, call)
    return outcome === 'ok' ? this.#respond(call, text) : this.#refuse(call, outcome, text)
  }

  #admitEdited(call: Call): Promise<Answer> {
    return this.#admitDecided({ ...call, place: this.#placeOf(call) })
  }

  /** What was changed, by a person or on disk meanwhile, is judged anew, but for asking again. */
  async #admitDecided(call: Call): Promise<Answer> {
    const verdict = await this.#judge(call)
    return verdict.verdict === 'deny'
      ? this.#refuse(call, 'denied', verdict.rule)
      : this.#admit(call)
  }

  async #admit(call: Call): Promise<Answer> {
    const { limits, recorded, log } = this.#run
    if (!limits.takeToolCall())
      return this.#refuse(call, 'stopped', limits.reason ?? 'The run ended.')
    const opening = [call.spanId, this.#started(call), endOf(call)] as const
    if (call.tool.effect === 'read') {
      log.noteOpen(...opening)
    } else {
      await recorded
      this.#run.signal.throwIfAborted()
      await log.open(...opening)
    }
    return this.#execute(call)
  }

  async #execute(call: Call): Promise<Answer> {
    const { agentId } = call.agent
    const title = call.tool.title(call.args)
    const running: RunningCall = {
      spanId: call.spanId,
      agentId,
      runId: this.#run.runId,
      title,
      place: call.place,
      written: [],
      alongside: [],
    }
    // A subagent's own calls are its work.
    using _work = call.tool.isAnsweredBySubagent ? undefined : this.#run.limits.work()
    const attempt = runningCall.run(running, () => this.#attempt(call, running))
    const ending = await keepBusy(this.#run, attempt)
    await this.#end(call, running, ending)
    return ending.answer
  }

  async #attempt(call: Call, running: RunningCall): Promise<Ending> {
    try {
      const run = () => call.run(call.args)
      const answered = await (call.tool.isAnsweredBySubagent
        ? runSubagent(this.#run, call, run)
        : run())
      const answer = redactAnswer(answered, this.#run.providers.secrets)
      const text = textOfAnswer(answer)
      const isError = running.error !== undefined || isErrorAnswer(answer)
      if (!isError) return { outcome: 'ok', text, answer }
      return { outcome: 'error', text, answer: say(call, running.error ?? text, true) }
    } catch (error) {
      if (this.#run.signal.aborted || isGraphBubbleUp(error)) throw error
      const text = explainError(error, this.#run.providers)
      return { outcome: 'error', text, answer: say(call, `Error: ${text}`, true) }
    }
  }

  async #end(call: Call, running: RunningCall, { outcome, text, answer }: Ending): Promise<void> {
    const { store, sessionId, log } = this.#run
    const { spanId, args, tool } = call
    const display = tool.display?.({ ...running, spanId, text }, args)
    const said = textOfAnswer(answer)
    const data = {
      outcome,
      result: store.blobs.storeText(sessionId, said),
      ...(outcome === 'error' && { error: firstLine(text) }),
      ...(display && (outcome === 'ok' || display.type === 'terminal') && { display }),
    }
    this.#note(call, said, outcome === 'error')
    const ended: Draft = { kind: 'tool.ended', ...placeOf(call), data }
    const todos = outcome === 'ok' ? tool.plan?.(args) : undefined
    const also = outcome === 'ok' ? [...running.alongside] : []
    if (todos) {
      const { agentId } = call.agent
      also.push({ kind: 'todos.changed', agentId, data: { todos: [...todos] } })
    }
    if (tool.effect === 'read' && !running.onWritten) log.noteEnd(spanId, ended, ...also)
    else {
      const written = await log.end(spanId, ended, ...also)
      running.onWritten?.(written)
    }
  }

  async #respond(call: Call, message: string): Promise<Answer> {
    const { store, sessionId, log } = this.#run
    const result = store.blobs.storeText(sessionId, message)
    const ended: Draft = {
      kind: 'tool.ended',
      ...placeOf(call),
      data: { outcome: 'ok', result },
    }
    await log.append(this.#started(call), ended)
    return say(call, message, false)
  }

  /** A call that does not run is a span without length. */
  async #refuse(call: Call, outcome: Outcome, reason: string): Promise<Answer> {
    const ended = this.#refused(call, outcome, reason)
    this.#note(call, reason, true)
    await this.#run.log.append(...this.#withdrawn(call, reason), this.#started(call), ended)
    return say(call, reason, true)
  }

  #note({ agent, name, args }: Call, result: string, hasFailed: boolean): void {
    const { agentId } = agent
    this.#run.limits.noteOutcome({ agentId, name, args: JSON.stringify(args), result, hasFailed })
  }

  /** What a person was asked of the call, and has not decided: nobody waits for that any more. */
  #withdrawn(call: Call, message: string): readonly Draft[] {
    const recorded = this.#run.journal.find(call.spanId)
    if (recorded.type !== 'asked' || recorded.approval.decision) return []
    const { approvalId } = recorded.approval
    const data = { approvalId, decision: 'reject', by: 'host', message } as const
    return [{ kind: 'approval.decided', ...placeOf(call), data }]
  }

  #refused(call: Call, outcome: Outcome, reason: string): Draft {
    const { store, sessionId } = this.#run
    const result = store.blobs.storeText(sessionId, reason)
    const data = { outcome, result, error: firstLine(reason) }
    return { kind: 'tool.ended', ...placeOf(call), data }
  }

  #started(call: Call): Draft {
    const { toolCallId, name, args, tool, agent } = call
    const stored = storeArgs(this.#run, args)
    const title = tool.title(args)
    const data = { toolCallId, name, title, effect: tool.effect, args: stored }
    return { kind: 'tool.started', ...placeOf(call), parentSpanId: agent.spanId, data }
  }
}

function placeOf({ spanId, agent }: Call): { spanId: SpanId; agentId: SpanId } {
  return { spanId, agentId: agent.agentId }
}

/** How a call ends that its run cuts off. */
function endOf(call: Call): (outcome: Outcome) => readonly Draft[] {
  return (outcome) => [{ kind: 'tool.ended', ...placeOf(call), data: { outcome } }]
}

function say({ toolCallId, name }: AskedCall, content: string, isError: boolean): ToolMessage {
  const status = isError ? 'error' : 'success'
  return new ToolMessage({ content, name, tool_call_id: toolCallId, status })
}

function refusalText(by: 'person' | 'host', message: string | undefined): string {
  const who = by === 'person' ? 'A person refused this call' : 'This call was refused'
  return message
    ? `${who}: ${message}`
    : `${who}. Do not try it again in another way; ask what to do.`
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? text
}
