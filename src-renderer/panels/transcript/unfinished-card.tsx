import { CircleSlash } from 'lucide-react'
import type { UnfinishedCall } from '#shared/projections/calls.ts'
import type { TerminalsState } from '#shared/projections/terminals.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { nameOf } from '../../client/lane-words.ts'
import { useCommands, useSessionView } from '../../client/session-context.tsx'
import { useCommand } from '../../client/use-command.ts'
import { useProjection } from '../../client/use-projection.ts'
import { Button } from '../../ui/button.tsx'
import { formatClock, formatPath } from '../../ui/format.ts'
import styles from './approval-card.module.css'
import { commandOf } from './call-words.ts'
import { lastLines } from './last-lines.ts'

/** A call that was cut off: what is known of it, and what a person can make of it. */
export function UnfinishedCard({ call }: { readonly call: UnfinishedCall }) {
  const { spanId } = call
  const commands = useCommands()
  const resolve = useCommand(commands?.resolve)
  const title = `${useAgentName(call)} was cut off`
  return (
    <section className={styles.card} aria-label={`${title}: ${call.title}`}>
      <header className={styles.head}>
        <CircleSlash aria-hidden="true" />
        <h3>{title}</h3>
        <span>began at {formatClock(call.startedAt)}</span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <div className={styles.body} tabIndex={0}>
        <pre className={styles.subject}>{commandOf(call.args) ?? call.title}</pre>
        <Known call={call} />
      </div>
      <footer className={styles.foot}>
        {resolve.error && (
          <p className={styles.error} role="alert">
            {resolve.error}
          </p>
        )}
        <Choices
          isBusy={!resolve.run || resolve.isRunning}
          onChoose={(resolution) => void resolve.run?.({ spanId, resolution })}
        />
      </footer>
    </section>
  )
}

/** Nobody saw its end: only what it printed and changed until then. */
function Known({ call: { spanId, files } }: { readonly call: UnfinishedCall }) {
  const output = useProjection(useSessionView(), 'terminals', (state: TerminalsState) =>
    lastLines(state.terminals[spanId]?.output ?? ''),
  )
  return (
    <>
      <p className={styles.risk}>
        How it ended is not known.{' '}
        {files.length > 0
          ? `Until then it changed ${files.map((path) => formatPath(path)).join(', ')}.`
          : NO_FILES}
        {output && ' It printed last:'}
      </p>
      {output && <pre className={styles.subject}>{output}</pre>}
    </>
  )
}

const NO_FILES = 'No change of a file was seen.'

interface ChoicesProps {
  readonly isBusy: boolean
  readonly onChoose: (resolution: 'again' | 'done' | 'skip') => void
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

function useAgentName({ agentId, effect }: UnfinishedCall): string {
  const whose = effect === 'execute' ? 'command' : effect === 'edit' ? 'change' : 'call'
  return useProjection(useSessionView(), 'timeline', ({ lanes }: TimelineState) => {
    const lane = lanes[agentId]
    return lane ? `A ${whose} of ${nameOf(lane)}` : `A ${whose}`
  })
}
