import { CircleSlash } from 'lucide-react'
import { stripEscapes } from '#shared/lib/strip-escapes.ts'
import type { UnfinishedCall } from '#shared/projections/calls.ts'
import { useCommand } from '../../queries/use-command.ts'
import { useCommands } from '../../session/session-context.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { FadedScroll } from '../../ui/lists/faded-scroll.tsx'
import { formatClock, formatPath } from '../../ui/text/format.ts'
import styles from '../card.module.css'
import { commandOf } from './call-arguments.ts'

interface UnfinishedCardProps {
  readonly call: UnfinishedCall
  /** Absent where nobody knows which agent it was. */
  readonly agentName: string | undefined
  /** What its terminal held when it was cut off. */
  readonly output: string
  /** Once something was said of it; until it settles the card can't be used. */
  readonly onResolved?: () => Promise<unknown>
}

/** A call that was cut off: what is known of it, and what a person can make of it. */
export function UnfinishedCard({ call, agentName, output, onResolved }: UnfinishedCardProps) {
  const { spanId } = call
  const commands = useCommands()
  const resolve = useCommand(
    commands &&
      (async (resolution: Resolution) => {
        await commands.resolve({ spanId, resolution })
        await onResolved?.()
      }),
  )
  const title = `${whoseCall(call, agentName)} was cut off`
  return (
    <section className={styles.card} aria-label={`${title}: ${call.title}`} data-card={spanId}>
      <header className={styles.head}>
        <CircleSlash aria-hidden="true" />
        <h3>{title}</h3>
        <span>began at {formatClock(call.startedAt)}</span>
      </header>
      <FadedScroll className={styles.body}>
        <pre className={styles.subject}>{commandOf(call.args) ?? call.title}</pre>
        <Known files={call.files} printed={lastLines(output)} />
      </FadedScroll>
      <footer className={styles.foot}>
        {resolve.error && (
          <p className={styles.error} role="alert">
            {resolve.error}
          </p>
        )}
        <Choices
          isBusy={!resolve.run || resolve.isRunning}
          onChoose={(resolution) => void resolve.run?.(resolution)}
        />
      </footer>
    </section>
  )
}

interface KnownProps {
  readonly files: readonly string[]
  /** Empty where that is nothing. */
  readonly printed: string
}

/** Nobody saw its end: only what it printed and changed until then. */
function Known({ files, printed }: KnownProps) {
  return (
    <>
      <p className={styles.risk}>
        How it ended is not known.{' '}
        {files.length > 0
          ? `Until then it changed ${files.map((path) => formatPath(path)).join(', ')}.`
          : NO_FILES}
        {printed && ' It printed last:'}
      </p>
      {printed && <pre className={styles.subject}>{printed}</pre>}
    </>
  )
}

const NO_FILES = 'No change of a file was seen.'

type Resolution = 'again' | 'done' | 'skip'

interface ChoicesProps {
  readonly isBusy: boolean
  readonly onChoose: (resolution: Resolution) => void
}

function Choices({ isBusy, onChoose }: ChoicesProps) {
  return (
    <fieldset className={styles.choices} aria-label="What is made of it">
      <Button disabled={isBusy} onClick={() => onChoose('again')} data-focus="approval">
        Run again
      </Button>
      <Button disabled={isBusy} onClick={() => onChoose('done')}>
        It did its work
      </Button>
      <Button disabled={isBusy} onClick={() => onChoose('skip')}>
        Skip
      </Button>
    </fieldset>
  )
}

function whoseCall({ effect }: UnfinishedCall, agentName: string | undefined): string {
  const whose = effect === 'execute' ? 'command' : effect === 'edit' ? 'change' : 'call'
  return agentName === undefined ? `A ${whose}` : `A ${whose} of ${agentName}`
}

const LINES = 6
const CONTROL = /(?![\n\t])\p{Cc}/gu

/** The end of what a terminal printed, as plain text; empty where that is nothing. */
export function lastLines(output: string): string {
  const text = stripEscapes(output).replace(CONTROL, '')
  return text.trimEnd().split('\n').slice(-LINES).join('\n').trim()
}
