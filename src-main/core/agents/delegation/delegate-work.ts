import { HumanMessage } from '@langchain/core/messages'
import { AppError } from '#shared/error.ts'
import type { AnyEvent, Draft } from '#shared/events/index.ts'
import type { ModelRef } from '#shared/events/value.ts'
import type { BackgroundDelegate } from '#shared/projections/delegation.ts'
import type { RunContext } from '../run-context.ts'
import type { Delegate } from '../subagents/delegates.ts'
import { delegateThread } from '../thread-places.ts'
import type { OwnThread } from './own-thread.ts'
import { partyOf } from './party.ts'
import { reportOf } from './report.ts'
import { storeSaid } from './store-said.ts'
import { runStretch } from './stretch.ts'

export interface DelegateWork {
  readonly delegate: BackgroundDelegate
  /** Fails where its type can't be had. */
  readonly build: () => OwnThread
}

/** Lets a background delegate work until it has reported; one from before goes on from where it was. */
export function workDelegate(
  run: RunContext,
  { delegate, build }: DelegateWork,
): Promise<readonly AnyEvent[]> {
  const { type, description, task, callId } = delegate
  const namespace = delegateThread(callId)
  const model = modelOf(run, type)
  const entry = { namespace, type, description, task, model, parentSpanId: callId }
  return runStretch(run, {
    entry,
    work: () => report(build(), run, delegate),
    alongside: ({ text }) => [toMessage(run, delegate, text ?? '')],
  })
}

async function report(
  thread: OwnThread,
  { journal }: RunContext,
  { agentId, task }: BackgroundDelegate,
): Promise<string> {
  const { messages, isUnderWay } = await thread.read()
  const first = new HumanMessage({ id: `task-${agentId}`, content: journal.read(task) })
  if (isUnderWay) await thread.invoke(null)
  else if (messages.length === 0) await thread.invoke([first])
  return reportOf((await thread.read()).messages)
}

/** Says for those that were cut off that nothing more comes of them. */
export function giveUp(run: RunContext, delegate: BackgroundDelegate): Draft {
  const text =
    'It was stopped before it could report, and does not go on. What it did until then stands.'
  return toMessage(run, delegate, text)
}

function toMessage(run: RunContext, delegate: BackgroundDelegate, text: string): Draft {
  const { agentId, type, askedBy } = delegate
  const data = {
    from: { agentId, name: type },
    to: partyOf(run, askedBy),
    text: storeSaid(run, text),
  }
  return { kind: 'message.sent', agentId, data }
}

/** The subagent type of an agent that goes on. Fails with why it can't be had any more. */
export function findType({ delegates }: RunContext, name: string): Delegate {
  const found = delegates.all.find(({ type }) => type.name === name)
  if (found) return found
  const refusal = delegates.refuse(name)
  throw new AppError('unavailable', refusal?.reason ?? `There is no subagent type "${name}".`)
}

/** The model that agents of a type work with. */
export function modelOf({ delegates, leadModel }: RunContext, name: string): ModelRef {
  return delegates.all.find(({ type }) => type.name === name)?.ref ?? leadModel
}
