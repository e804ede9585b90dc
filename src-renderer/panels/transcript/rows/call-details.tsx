import { FileText, SquareTerminal, Waypoints } from 'lucide-react'
import type { StoredJson } from '#shared/events/value.ts'
import { formatDecider } from '#shared/format/format-client.ts'
import type { CallApproval, CallItem } from '#shared/projections/transcript-items.ts'
import { ShownResult } from '../../../cards/calls/shown-result.tsx'
import { useSelection } from '../../../session/session-context.tsx'
import { isAnswered, useCallResult, useStoredJson } from '../../../session/session-queries.ts'
import { useSpanPicking } from '../../../session/span-selection.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { CodedText } from '../../../ui/text/coded-text.tsx'
import { CopyText } from '../../../ui/text/copy-text.tsx'
import { formatCount, formatDuration } from '../../../ui/text/format.ts'
import styles from './call-details.module.css'

/** A call opened: what was asked, what came back, and where it can be seen. */
export function CallDetails({ call }: { readonly call: CallItem }) {
  return (
    <div className={styles.details}>
      {call.error && <p className={styles.error}>{call.error}</p>}
      {call.approval && <Decided approval={call.approval} />}
      <ShownResult display={call.display} />
      <Arguments args={call.args} />
      {isAnswered(call) && <ResultText call={call} />}
      {call.keptAt !== undefined && <StoredResult path={call.keptAt} display={call.display} />}
      <Places call={call} />
    </div>
  )
}

const said = {
  approve: 'Approved',
  edit: 'Approved with changes',
  reject: 'Rejected',
  respond: 'Answered in its place',
} as const

function Decided({ approval }: { readonly approval: CallApproval }) {
  const { decision, by, client, message, requestedAt, decidedAt, rule } = approval
  if (!decision || decidedAt === undefined) return null
  const who = formatDecider(by, client)
  return (
    <p className={styles.decided}>
      {said[decision]} {who}, after {formatDuration(decidedAt - requestedAt)}
      {message && `: ${message}`} · rule <CodedText text={rule} />
    </p>
  )
}

function Arguments({ args }: { readonly args: StoredJson }) {
  const { text, isPartial } = useStoredJson(args)
  if (text === '{}') return null
  return <CopyText label="Arguments" text={text} isPartial={isPartial} />
}

function ResultText({ call }: { readonly call: CallItem }) {
  const { text, isPartial } = useCallResult(call)
  // Of what failed, no more than what is said above.
  if (text === '' || text === `Error: ${call.error}`) return null
  return <CopyText label="Result" text={text} isPartial={isPartial} />
}

/** Links to the file with a result that was too large for the model. */
function StoredResult({
  path,
  display,
}: {
  readonly path: string
  readonly display: CallItem['display']
}) {
  const { select } = useSelection()
  return (
    <p className={styles.decided}>
      Too large for the model: it was given the first and last lines, and {whatIsKept(display)} is
      kept in <code>{path}</code>.{' '}
      <Button isSmall variant="quiet" onClick={() => select({ path })}>
        <FileText aria-hidden="true" /> Open the file
      </Button>
    </p>
  )
}

function whatIsKept(display: CallItem['display']): string {
  const leftOut = display?.type === 'terminal' ? display.leftOutChars : undefined
  return leftOut ? `all but ${formatCount(leftOut)} characters of its middle` : 'all of it'
}

function Places({ call }: { readonly call: CallItem }) {
  const { select } = useSelection()
  const { pick } = useSpanPicking()
  const { display } = call
  return (
    <div className={styles.places}>
      {display?.type === 'diff' && (
        <Button isSmall variant="quiet" onClick={() => select({ path: display.path })}>
          <FileText aria-hidden="true" /> Open the file
        </Button>
      )}
      {display?.type === 'terminal' && (
        <Button isSmall variant="quiet" onClick={() => select({ terminalId: display.spanId })}>
          <SquareTerminal aria-hidden="true" /> Show the terminal
        </Button>
      )}
      <Button isSmall variant="quiet" onClick={() => pick(call.spanId)}>
        <Waypoints aria-hidden="true" /> Inspect
      </Button>
    </div>
  )
}
