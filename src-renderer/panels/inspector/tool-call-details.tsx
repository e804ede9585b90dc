import { FileText, MessageSquare, SquareTerminal } from 'lucide-react'
import type { StoredJson } from '#shared/events/value.ts'
import { formatDecider } from '#shared/format/format-client.ts'
import type { SpanId } from '#shared/lib/ids.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import type { CallApproval, CallItem } from '#shared/projections/transcript-items.ts'
import { ShownResult } from '../../cards/calls/shown-result.tsx'
import { nameOf } from '../../session/agents/format-agent.ts'
import { useSelection, useSessionView } from '../../session/session-context.tsx'
import { isAnswered, useCallResult, useStoredJson } from '../../session/session-queries.ts'
import { useProjection } from '../../session/use-projection.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Failure } from '../../ui/loading/notice.tsx'
import { CodedText } from '../../ui/text/coded-text.tsx'
import { CopyText } from '../../ui/text/copy-text.tsx'
import { formatClock, formatLatency } from '../../ui/text/format.ts'
import { type Fact, Facts } from './facts.tsx'
import styles from './inspector-panel.module.css'

/** A tool call at the playhead: what it is, what it was given, what came of it. */
export function CallDetails({ call }: { readonly call: CallItem }) {
  const tool = useProjection(useSessionView(), 'timeline', ({ spans }: TimelineState) => {
    const span = spans[call.spanId]
    return span?.type === 'tool' ? span.name : undefined
  })
  return (
    <>
      {call.error && <Failure>{call.error}</Failure>}
      <Facts facts={[...factsOf(call, tool), ...(call.approval ? decision(call.approval) : [])]} />
      <Places call={call} />
      <Arguments args={call.args} />
      <ShownResult display={call.display} />
      {isAnswered(call) && <Result call={call} />}
    </>
  )
}

const effects = {
  read: 'reads',
  edit: 'changes a file',
  execute: 'runs something',
  fetch: 'fetches something',
} as const

/** A call that was answered in its place ended well, and never ran. */
function outcomeOf({ outcome, startedAt, approval }: CallItem): string {
  if (outcome === 'ok' && approval?.decision === 'respond') return 'not run'
  return outcome ?? (startedAt === undefined ? 'waits for you' : 'under way')
}

function factsOf(call: CallItem, tool: string | undefined): readonly Fact[] {
  const { effect, startedAt, endedAt, outcome, progress } = call
  return [
    { name: 'Tool', value: tool && <code>{tool}</code> },
    { name: 'Effect', value: effects[effect] },
    { name: 'Outcome', value: outcomeOf(call) },
    { name: 'Progress', value: outcome === undefined ? progress : undefined },
    { name: 'Started', value: startedAt && formatClock(startedAt) },
    { name: 'Took', value: startedAt && endedAt && formatLatency(endedAt - startedAt) },
  ]
}

const said = {
  approve: 'approved',
  edit: 'approved with changes',
  reject: 'rejected',
  respond: 'answered in its place',
} as const

function decision(approval: CallApproval): readonly Fact[] {
  const { decision: given, by, client, message, requestedAt, decidedAt, rule, risk } = approval
  const who = formatDecider(by, client)
  return [
    { name: 'Rule', value: <CodedText text={rule} /> },
    { name: 'Risk', value: risk && <CodedText text={risk} /> },
    {
      name: 'Decision',
      value: given && `${said[given]} ${who}${decidedAt ? afterOf(decidedAt - requestedAt) : ''}`,
    },
    { name: 'Reason', value: message },
  ]
}

function afterOf(ms: number): string {
  return `, after ${formatLatency(ms)}`
}

function Arguments({ args }: { readonly args: StoredJson }) {
  const { text, isPartial } = useStoredJson(args)
  return <CopyText label="Arguments" text={text} isPartial={isPartial} />
}

function Result({ call }: { readonly call: CallItem }) {
  const { text, isPartial } = useCallResult(call)
  if (text === '') return isPartial ? null : <p className={styles.quiet}>The result is empty.</p>
  return <CopyText label="Result" text={text} isPartial={isPartial} />
}

function Places({ call: { display, agents = [] } }: { readonly call: CallItem }) {
  const { select } = useSelection()
  if (display?.type !== 'diff' && display?.type !== 'terminal' && agents.length === 0) return null
  return (
    <div className={styles.places}>
      {display?.type === 'diff' && (
        <Button isSmall onClick={() => select({ path: display.path })}>
          <FileText aria-hidden="true" /> Open the file
        </Button>
      )}
      {display?.type === 'terminal' && (
        <Button isSmall onClick={() => select({ terminalId: display.spanId })}>
          <SquareTerminal aria-hidden="true" /> Show the terminal
        </Button>
      )}
      {agents.map((agentId) => (
        <OpenAgent key={agentId} agentId={agentId} />
      ))}
    </div>
  )
}

function OpenAgent({ agentId }: { readonly agentId: SpanId }) {
  const { select } = useSelection()
  const lane = useProjection(
    useSessionView(),
    'timeline',
    (state: TimelineState) => state.lanes[agentId],
  )
  return (
    <Button isSmall onClick={() => select({ agentId })}>
      <MessageSquare aria-hidden="true" /> Transcript of {lane ? nameOf(lane) : 'the subagent'}
    </Button>
  )
}
