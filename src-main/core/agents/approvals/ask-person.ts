import type { Draft } from '#shared/events/index.ts'
import type { ApprovalId } from '#shared/ids.ts'
import type { Verdict } from '../../policy/judge.ts'
import { readStoredArgs } from '../../stored-args.ts'
import type { Args } from '../../tools/define.ts'
import type { Recorded } from '../calls/journal.ts'
import { findServerClaims } from '../calls/mcp-tools.ts'
import { type Call, callTitle, storeArgs } from '../calls/tool-call.ts'
import type { RunContext } from '../run-context.ts'
import type { Decided } from './approvals.ts'
import { previewChange } from './preview-change.ts'

/** What was decided of a call. */
export interface Ruling extends Pick<Decided, 'decision' | 'by' | 'message'> {
  /** What to run in place of what was asked for. */
  readonly args?: Args
}

/**
 * Waits until a person has decided, as long as that takes. A call that was asked for before, by a run
 * that has ended since, is not asked for again. `undefined`: the run reached a limit meanwhile.
 */
export async function askPerson(
  run: RunContext,
  call: Call,
  verdict: Verdict,
): Promise<Ruling | undefined> {
  const recorded = run.journal.find(call.spanId)
  const before = recorded.type === 'asked' ? findRuling(run, recorded) : undefined
  if (before) return before
  const openId = recorded.type === 'asked' ? findOpen(recorded.approval) : undefined
  const approvalId = openId ?? run.ids.approval()
  using _waiting = run.limits.wait()
  const waiting = wait(run, approvalId)
  if (!openId) await request(run, { call, verdict, approvalId })
  const { agentId } = call.agent
  // Who waits for a person keeps nobody from working.
  run.slots.lend(agentId)
  const decided = await rest(run, waiting)
  await run.slots.takeBack(agentId, run.signal)
  return decided && toRuling(run, decided)
}

type Asked = Extract<Recorded, { readonly type: 'asked' }>

/** What the host refused because a run ended was never put to anybody. */
function findRuling(run: RunContext, { approval, item }: Asked): Ruling | undefined {
  const { decision, by, message } = approval
  const early = run.approvals.findEarly(approval.approvalId)
  if (early) return toRuling(run, early)
  if (decision === undefined || by !== 'person') return undefined
  return { decision, by, ...(message && { message }), args: readStoredArgs(run.store, item.args) }
}

function findOpen({ approvalId, decision }: Asked['approval']): ApprovalId | undefined {
  return decision === undefined ? approvalId : undefined
}

async function wait(run: RunContext, approvalId: ApprovalId): Promise<Decided | undefined> {
  const { signal, limits, approvals } = run
  try {
    return await approvals.wait(approvalId, AbortSignal.any([signal, limits.signal]))
  } catch (error) {
    if (signal.aborted) throw error
    return undefined
  }
}

async function rest<T>({ parking }: RunContext, waiting: Promise<T>): Promise<T> {
  using _resting = parking.rest()
  return await waiting
}

interface Request {
  readonly call: Call
  readonly verdict: Verdict
  readonly approvalId: ApprovalId
}

async function request(run: RunContext, { call, verdict, approvalId }: Request): Promise<void> {
  const { spanId, agent, tool, toolCallId, name, args } = call
  const change = await previewChange(run, call)
  const serverClaims = findServerClaims(run, name)
  const { risk, rule, isJudged, allowedDecisions, acceptsRule } = verdict
  const data = {
    approvalId,
    toolCallId,
    name,
    title: callTitle(run, call),
    effect: tool.effect,
    args: storeArgs(run, args),
    risk,
    rule,
    isJudged,
    type: tool.isQuestion ? ('question' as const) : ('call' as const),
    allowedDecisions: [...allowedDecisions],
    acceptsRule,
    ...(change && { change }),
    ...(serverClaims && { serverClaims }),
  }
  const draft: Draft = { kind: 'approval.requested', spanId, agentId: agent.agentId, data }
  await run.log.append(draft)
}

function toRuling(run: RunContext, { decision, by, message, args }: Decided): Ruling {
  const edited = args && readStoredArgs(run.store, args)
  return { decision, by, ...(message && { message }), ...(edited && { args: edited }) }
}
