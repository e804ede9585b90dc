import type { Draft, EventFor } from '#shared/events/index.ts'
import type { FileContent } from '#shared/events/value.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { ApprovalId } from '#shared/lib/ids.ts'
import type { Verdict } from '../../permissions/judge-call.ts'
import { readStoredArgs } from '../../permissions/stored-args.ts'
import { compareDefinitions } from '../../permissions/tool-definitions.ts'
import type { Store } from '../../store/store.ts'
import type { Args } from '../../tools/definition/define-tool.ts'
import { findRunner } from '../../tools/runners/index.ts'
import type { Approvals, Decided } from '../approvals/approvals.ts'
import type { RunIdentity } from '../context/run-identity.ts'
import type { RunServices } from '../context/run-services.ts'
import type { RedactingStore, SessionStore } from '../context/session-store.ts'
import type { Parking } from '../limits/pausing.ts'
import type { RunPace } from '../limits/run-pace.ts'
import type { Recorded } from '../recording/call-journal.ts'
import type { RunRecord } from '../recording/run-record.ts'
import { findRules, findServerClaims, findToolDefinition } from './mcp-tools.ts'
import { type Call, callTitle, storeArgs } from './tool-call.ts'

/** Parts of a run that an approval request uses. */
export interface AskContext
  extends RedactingStore,
    Pick<RunIdentity, 'signal'>,
    Pick<RunServices, 'workspace' | 'ids' | 'mcp' | 'allowing'>,
    Pick<RunRecord, 'log' | 'journal'>,
    Pick<RunPace, 'limits' | 'parking' | 'slots'> {
  readonly approvals: Approvals
}

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
  run: AskContext,
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
  const decided = await rest(run.parking, waiting)
  await run.slots.takeBack(agentId, run.signal)
  return decided && toRuling(run.store, decided)
}

type Asked = Extract<Recorded, { readonly type: 'asked' }>

/** What the host refused because a run ended was never put to anybody. */
function findRuling(
  { approvals, store }: Pick<AskContext, 'approvals' | 'store'>,
  { approval, item }: Asked,
): Ruling | undefined {
  const { decision, by, message } = approval
  const early = approvals.findEarly(approval.approvalId)
  if (early) return toRuling(store, early)
  if (decision === undefined || by !== 'person') return undefined
  return { decision, by, ...(message && { message }), args: readStoredArgs(store, item.args) }
}

function findOpen({ approvalId, decision }: Asked['approval']): ApprovalId | undefined {
  return decision === undefined ? approvalId : undefined
}

async function wait(
  { signal, limits, approvals }: Pick<AskContext, 'signal' | 'limits' | 'approvals'>,
  approvalId: ApprovalId,
): Promise<Decided | undefined> {
  try {
    return await approvals.wait(approvalId, AbortSignal.any([signal, limits.signal]))
  } catch (error) {
    if (signal.aborted) throw error
    return undefined
  }
}

async function rest<T>(parking: Parking, waiting: Promise<T>): Promise<T> {
  using _resting = parking.rest()
  return await waiting
}

interface Request {
  readonly call: Call
  readonly verdict: Verdict
  readonly approvalId: ApprovalId
}

async function request(run: AskContext, { call, verdict, approvalId }: Request): Promise<void> {
  const { spanId, agent, tool, toolCallId, name, args } = call
  const change = await previewChange(run, call)
  const serverClaims = findServerClaims(run, name)
  const described = await describeTool(run, name)
  const { risk, rule, isJudged, allowedDecisions, acceptsRule, earlierRules } = verdict
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
    ...(earlierRules && { earlierRules: [...earlierRules] }),
    ...described,
  }
  const draft: Draft = { kind: 'approval.requested', spanId, agentId: agent.agentId, data }
  await run.log.append(draft)
}

/** Stores the definition of an MCP tool that the card shows: a rule made on the card covers just this one. */
async function describeTool(
  run: Pick<RunServices, 'store' | 'providers' | 'mcp' | 'allowing'>,
  name: string,
) {
  const definition = findToolDefinition(run, name)
  if (!definition) return {}
  await run.store.rules.keepDefinition(definition)
  const { changedFrom } = await findRules(run, name)
  if (!changedFrom) return { toolDigest: definition.digest }
  const lines = compareDefinitions(changedFrom.text, definition.text)
  const definitionChange = run.providers.secrets.redactData([...lines])
  return { toolDigest: definition.digest, definitionChange }
}

function toRuling(store: Store, { decision, by, message, args }: Decided): Ruling {
  const edited = args && readStoredArgs(store, args)
  return { decision, by, ...(message && { message }), ...(edited && { args: edited }) }
}

type Change = EventFor<'approval.requested'>['data']['change']

/** The change a call would make to a file; `undefined` where it makes none, or would fail. */
async function previewChange(
  run: SessionStore & Pick<RunServices, 'workspace'>,
  call: Call,
): Promise<Change> {
  const runner = findRunner(call.name)
  const path = runner?.target?.(call.args)
  if (path === undefined) return undefined
  const before = await readIfThere(run, path)
  const after = runner?.preview?.(call.args, before)
  if (after === undefined) return undefined
  const keep = (text: string): FileContent => ({
    hash: run.store.blobs.put(run.sessionId, text),
    size: Buffer.byteLength(text),
  })
  return { path, before: before === undefined ? null : keep(before), after: keep(after) }
}

async function readIfThere(
  { workspace }: Pick<RunServices, 'workspace'>,
  path: string,
): Promise<string | undefined> {
  try {
    return await workspace.readText(path)
  } catch (error) {
    if (AppError.is(error)) return undefined
    throw error
  }
}
