import { isGraphBubbleUp } from '@langchain/langgraph'
import type { Draft } from '#shared/events/index.ts'
import type { Display, SeenFile } from '#shared/events/tool.ts'
import type { Outcome } from '#shared/events/value.ts'
import type { SpanId } from '#shared/lib/ids.ts'
import type { RunIdentity } from '../context/run-identity.ts'
import type { SessionStore } from '../context/session-store.ts'
import { keepBusy, type RunPace } from '../limits/run-pace.ts'
import type { PromptState } from '../prompts/prompt-state.ts'
import { explainError } from '../recording/explain-error.ts'
import { firstLine, inSpan } from './call-drafts.ts'
import type { CallState } from './call-state.ts'
import { runSubagent, type SubagentSpanContext } from './run-subagent.ts'
import { type RunningCall, runningCall } from './running-call.ts'
import {
  type Answer,
  addText,
  type Call,
  callTitle,
  isErrorAnswer,
  noteOutcome,
  redactAnswer,
  textOfAnswer,
  toAnswer,
} from './tool-call.ts'

/** Parts of a run that running a call uses. */
export interface RunCallContext
  extends SubagentSpanContext,
    Pick<RunIdentity, 'runId'>,
    Pick<RunPace, 'busy'>,
    Pick<PromptState, 'sources'>,
    Pick<CallState, 'folderInstructions'> {}

interface Ending {
  readonly outcome: Extract<Outcome, 'ok' | 'error'>
  /** What the tool said, or why it failed. */
  readonly text: string
  readonly answer: Answer
}

/**
 * Runs a call whose span is open, and writes its end. Fails only where the run is cancelled, or what
 * came of the call can't be written down.
 */
export async function runCall(run: RunCallContext, call: Call): Promise<Answer> {
  const running = toRunning(run, call)
  // A subagent's own calls are its work.
  using _work = call.tool.isAnsweredBySubagent ? undefined : run.limits.work()
  const attempted = runningCall.run(running, () => attempt(run, call, running))
  const ending = await keepBusy(run, attempted)
  await end(run, call, { running, ending })
  return ending.answer
}

function toRunning(run: Pick<RunCallContext, 'runId' | 'providers'>, call: Call): RunningCall {
  const { spanId, toolCallId, agent, places, typedBefore } = call
  const of = { spanId, toolCallId, agentId: agent.agentId, runId: run.runId, name: call.tool.name }
  return {
    ...of,
    title: callTitle(run, call),
    places,
    typedBefore,
    alongside: [],
    seen: { seen: [] },
  }
}

async function attempt(run: RunCallContext, call: Call, running: RunningCall): Promise<Ending> {
  try {
    const invoke = () => call.run(call.args)
    const isSubagent = call.tool.isAnsweredBySubagent
    const answered = await (isSubagent ? runSubagent(run, call, invoke) : invoke())
    const instructed = await withInstructions(run, call, { running, answered })
    const answer = redactAnswer(instructed, run.providers.secrets)
    return toEnding(call, running, answer)
  } catch (error) {
    if (run.signal.aborted || isGraphBubbleUp(error)) throw error
    const text = explainError(error, run.providers)
    return { outcome: 'error', text, answer: toAnswer(call, `Error: ${text}`, true) }
  }
}

/**
 * Adds the instructions of folders in which the call has shown its agent the first file. The call is done, so
 * it doesn't fail if they can't be read.
 */
async function withInstructions(
  run: RunCallContext,
  { agent }: Call,
  { running, answered }: { readonly running: RunningCall; readonly answered: Answer },
): Promise<Answer> {
  const { seen } = running.seen
  if (seen.length === 0 || isErrorAnswer(answered)) return answered
  const text = await readInstructions(run, agent.agentId, seen)
  return text === '' ? answered : addText(answered, text)
}

async function readInstructions(
  run: RunCallContext,
  agentId: SpanId,
  seen: readonly SeenFile[],
): Promise<string> {
  try {
    return await run.folderInstructions.read(agentId, seen, run.sources.instructions)
  } catch (error) {
    if (run.signal.aborted) throw error
    return `[Can't read the instructions of this folder: ${explainError(error, run.providers)}]`
  }
}

function toEnding(call: Call, { failure }: RunningCall, answer: Answer): Ending {
  const text = textOfAnswer(answer)
  if (failure) return { outcome: 'error', text: failure, answer: toAnswer(call, text, true) }
  if (!isErrorAnswer(answer)) return { outcome: 'ok', text, answer }
  return { outcome: 'error', text, answer: toAnswer(call, text, true) }
}

interface Ended {
  readonly running: RunningCall
  readonly ending: Ending
}

async function end(run: RunCallContext, call: Call, ended: Ended): Promise<void> {
  const { log } = run
  const { running, ending } = ended
  const drafts = [toEnded(run, call, ended), ...toAlongside(call, ended)]
  const hasFailed = ending.outcome === 'error' && !running.isWorkFailure
  noteOutcome(run, call, { result: textOfAnswer(ending.answer), hasFailed })
  if (call.tool.effect === 'read' && !running.onWritten) {
    log.noteEnd(call.spanId, ...drafts)
    return
  }
  const written = await log.end(call.spanId, ...drafts)
  running.onWritten?.(written)
}

function toEnded(
  { store, sessionId }: SessionStore,
  call: Call,
  { running, ending }: Ended,
): Draft {
  const { outcome, text, answer } = ending
  const { display, isWorkFailure, withheld } = running
  const { seen, listed } = running.seen
  const data = {
    outcome,
    result: store.blobs.storeText(sessionId, textOfAnswer(answer)),
    ...(outcome === 'error' && { error: firstLine(text) }),
    ...(isWorkFailure && { isWorkFailure }),
    ...(withheld && { withheld: [...withheld] }),
    ...(display && (outcome === 'ok' || showsFailure(display)) && { display }),
    ...(seen.length > 0 && { seen }),
    ...(listed && { listed }),
  }
  return { kind: 'tool.ended', ...inSpan(call), data }
}

/** Whether what failed is shown by it. */
function showsFailure({ type }: Display): boolean {
  return type === 'terminal' || type === 'tests'
}

/** What a call comes to that succeeds. */
function toAlongside({ tool, args, agent }: Call, { running, ending }: Ended): readonly Draft[] {
  if (ending.outcome !== 'ok') return []
  const todos = tool.plan?.(args)
  if (!todos) return running.alongside
  const { agentId } = agent
  const changed: Draft = { kind: 'todos.changed', agentId, data: { todos: [...todos] } }
  return [...running.alongside, changed]
}
