import { FileText, SquareTerminal, Waypoints } from 'lucide-react'
import type { StoredJson } from '#shared/events/value.ts'
import type { CallApproval, CallItem } from '#shared/projections/transcript-items.ts'
import { ShownResult } from '../../cards/shown-result.tsx'
import { isAnswered, useCallResult } from '../../client/call-result.ts'
import { useSelection } from '../../client/session-context.tsx'
import { useSpanPicking } from '../../client/span-picking.ts'
import { useStoredJson } from '../../client/stored.ts'
import { Button } from '../../ui/button.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { formatCount, formatDuration } from '../../ui/format.ts'
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
      {call.keptAt !== undefined && <KeptAside path={call.keptAt} display={call.display} />}
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
  const { decision, by, message, requestedAt, decidedAt, rule } = approval
  if (!decision || decidedAt === undefined) return null
  const who = by === 'host' ? 'without asking: nobody could be asked' : 'by you'
  return (
    <p className={styles.decided}>
      {said[decision]} {who} after {formatDuration(decidedAt - requestedAt)}
      {message && `: ${message}`} · rule {rule}
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

interface KeptAsideProps {
  readonly path: string
  readonly display: CallItem['display']
}

/** What the model saw of it is not what is shown above. */
function KeptAside({ path, display }: KeptAsideProps) {
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
