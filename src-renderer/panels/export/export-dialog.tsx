import { useState } from 'react'
import type { ReplayFacts } from '#shared/contract/exchange.ts'
import { NOT_REDACTED, tellLeftOut, tellRedacted } from '#shared/contract/replay-words.ts'
import type { RunSpan, TimelineState } from '#shared/projections/timeline.ts'
import { useLiveView } from '../../client/session-context.tsx'
import { sameItems, useProjection } from '../../client/use-projection.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatBytes, formatClock, formatNumber } from '../../ui/format.ts'
import { Menu, MenuChoices } from '../../ui/menu.tsx'
import { Failure, Loading } from '../../ui/notice.tsx'
import { Switch } from '../../ui/switch.tsx'
import styles from './export-dialog.module.css'
import { type Choice, type Exporting, useExporting, usePreview } from './use-export.ts'

const DESCRIPTION =
  'One HTML file that replays in any browser, without a network and without Orrery.'

/** Asks which part of the open session is exported, and says what is taken out of it. */
export function ExportDialog({ onClose }: { readonly onClose: () => void }) {
  const [choice, setChoice] = useState<Choice>({ run: undefined, files: 'all' })
  const preview = usePreview(choice)
  const exporting = useExporting()
  const isBusy = exporting.state.type === 'writing'
  const close = () => {
    exporting.cancel()
    onClose()
  }
  const actions =
    exporting.state.type === 'done' ? (
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    ) : (
      <>
        <Button onClick={close}>Cancel</Button>
        <Button
          variant="primary"
          disabled={isBusy || !preview.data}
          onClick={() => exporting.start(choice)}
        >
          Export
        </Button>
      </>
    )
  return (
    <Dialog
      title="Export the replay"
      description={DESCRIPTION}
      isOpen
      onClose={close}
      actions={actions}
    >
      <div className={styles.export}>
        <Choices choice={choice} isDisabled={isBusy} onChoose={setChoice} />
        {preview.error ? (
          <Failure>{preview.error.message}</Failure>
        ) : (
          <Preview facts={preview.data} />
        )}
        <Outcome state={exporting.state} inAll={preview.data?.bytes} />
      </div>
    </Dialog>
  )
}

interface ChoicesProps {
  readonly choice: Choice
  readonly isDisabled: boolean
  readonly onChoose: (choice: Choice) => void
}

const selectRuns = (state: TimelineState) => state.runs
const WHOLE = 'The whole session'

function Choices({ choice, isDisabled, onChoose }: ChoicesProps) {
  const runs = useProjection(useLiveView(), 'timeline', selectRuns, sameItems)
  const choices = [{ value: '0', label: WHOLE }, ...runs.map(toChoice)]
  return (
    <>
      <div className={styles.row}>
        <span id="export-part">What is exported</span>
        <Menu
          trigger={
            <Button isSmall disabled={isDisabled} aria-describedby="export-part">
              {choice.run === undefined ? WHOLE : `Run ${choice.run}`}
            </Button>
          }
        >
          <MenuChoices
            label="What is exported"
            value={String(choice.run ?? 0)}
            choices={choices}
            onChoose={(value) => onChoose({ ...choice, run: Number(value) || undefined })}
          />
        </Menu>
      </div>
      <Switch
        label="Files around the changed ones"
        hint="Else only their names are in it."
        isOn={choice.files === 'all'}
        isDisabled={isDisabled}
        onTurn={(isOn) => onChoose({ ...choice, files: isOn ? 'all' : 'changed' })}
      />
    </>
  )
}

function toChoice({ startedAt, outcome }: RunSpan, index: number) {
  const hint = `${formatClock(startedAt)}${outcome ? `, ${outcome}` : ''}`
  return { value: String(index + 1), label: `Run ${index + 1}`, hint }
}

function Preview({ facts }: { readonly facts: ReplayFacts | undefined }) {
  if (!facts) return <Loading label="Looking through the session" rows={3} />
  const { bytes, events, leftOut, redacted } = facts
  return (
    <div className={styles.preview}>
      <p>
        <b>{formatBytes(bytes)}</b> with {formatNumber(events, 'event')}.
        {leftOut > 0 && ` ${tellLeftOut(leftOut)}`}
      </p>
      <p>{tellRedacted(redacted)}</p>
      <p className={styles.warning}>{NOT_REDACTED}</p>
    </div>
  )
}

interface OutcomeProps {
  readonly state: Exporting['state']
  readonly inAll: number | undefined
}

function Outcome({ state, inAll }: OutcomeProps) {
  switch (state.type) {
    case 'idle':
      return null
    case 'writing':
      return (
        <p role="status" className={styles.outcome}>
          Writing {formatBytes(state.bytes)}
          {inAll !== undefined && ` of ${formatBytes(inAll)}`}
        </p>
      )
    case 'done':
      return (
        <p role="status" className={styles.outcome}>
          Exported as <b>{state.name}</b>, {formatBytes(state.bytes)}.
        </p>
      )
    case 'failed':
      return <Failure>{state.message}</Failure>
  }
}
