import { HumanMessage } from '@langchain/core/messages'
import type { AnyEvent, Draft } from '#shared/events/index.ts'
import type { ModelRef } from '#shared/events/value.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { BackgroundDelegate } from '#shared/projections/delegation.ts'
import type { RunIdentity } from '../context/run-identity.ts'
import type { RedactingStore } from '../context/session-store.ts'
import type { PromptState } from '../prompts/prompt-state.ts'
import type { Journal } from '../recording/call-journal.ts'
import type { RunRecord } from '../recording/run-record.ts'
import { delegateThread } from '../recording/thread-namespaces.ts'
import type { Delegate } from '../subagents/delegates.ts'
import { type PartyContext, partyOf } from './agent-names.ts'
import { type BackgroundSpanContext, runStretch } from './background-span.ts'
import type { OwnThread } from './own-thread.ts'
import { reportOf } from './report.ts'
import { storeSaid } from './store-report.ts'

/** Models to choose an agent's from. */
export type AgentModels = Pick<RunIdentity, 'leadModel'> & Pick<PromptState, 'delegates'>

/** Parts of a run that a background delegate uses. */
export interface DelegateContext
  extends BackgroundSpanContext,
    PartyContext,
    AgentModels,
    Pick<RunRecord, 'journal'> {}

interface DelegateWork {
  readonly delegate: BackgroundDelegate
  /** Fails where its type can't be had. */
  readonly build: () => OwnThread
}

/** Lets a background delegate work until it has reported; one from before goes on from where it was. */
export function workDelegate(
  run: DelegateContext,
  { delegate, build }: DelegateWork,
): Promise<readonly AnyEvent[]> {
  const { type, description, task, callId } = delegate
  const namespace = delegateThread(callId)
  const model = modelOf(run, type)
  const entry = { namespace, type, description, task, model, parentSpanId: callId }
  return runStretch(run, {
    entry,
    work: () => report(build(), run.journal, delegate),
    alongside: ({ text }) => [toMessage(run, delegate, text ?? '')],
  })
}

async function report(
  thread: OwnThread,
  journal: Journal,
  { agentId, task }: BackgroundDelegate,
): Promise<string> {
  const { messages, isUnderWay } = await thread.read()
  const first = new HumanMessage({ id: `task-${agentId}`, content: journal.read(task) })
  if (isUnderWay) await thread.invoke(null)
  else if (messages.length === 0) await thread.invoke([first])
  return reportOf((await thread.read()).messages)
}

/** Says for those that were cut off that nothing more comes of them. */
export function giveUp(run: RedactingStore & PartyContext, delegate: BackgroundDelegate): Draft {
  const text =
    'It was stopped before it could report, and does not go on. What it did until then stands.'
  return toMessage(run, delegate, text)
}

function toMessage(
  run: RedactingStore & PartyContext,
  delegate: BackgroundDelegate,
  text: string,
): Draft {
  const { agentId, type, askedBy } = delegate
  const data = {
    from: { agentId, name: type },
    to: partyOf(run, askedBy),
    text: storeSaid(run, text),
  }
  return { kind: 'message.sent', agentId, data }
}

/** The subagent type of an agent that goes on. Fails with why it can't be had any more. */
export function findType({ delegates }: Pick<PromptState, 'delegates'>, name: string): Delegate {
  const found = delegates.all.find(({ type }) => type.name === name)
  if (found) return found
  const refusal = delegates.refuse(name)
  throw new AppError('unavailable', refusal?.reason ?? `There is no subagent type "${name}".`)
}

/** The model that agents of a type work with. */
export function modelOf({ delegates, leadModel }: AgentModels, name: string): ModelRef {
  return delegates.all.find(({ type }) => type.name === name)?.ref ?? leadModel
}
