import type { UseQueryResult } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { ReplayChoice, ReplayFacts } from '#shared/contract/procedures/exchange.ts'
import {
  NOT_REDACTED,
  replayFileName,
  tellLeftOut,
  tellRedacted,
} from '#shared/format/format-replay.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { RunSpan, TimelineState } from '#shared/projections/timeline.ts'
import type { HostClient } from '../../connection/connection.ts'
import { useHost } from '../../connection/host-context.tsx'
import { useHostQuery } from '../../queries/host-query.ts'
import { useLiveView, useSessionId } from '../../session/session-context.tsx'
import { sameItems, useProjection } from '../../session/use-projection.ts'
import { saveText } from '../../ui/browser/download-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { Failure, Loading } from '../../ui/loading/notice.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Menu, MenuChoices } from '../../ui/overlays/menu.tsx'
import { formatBytes, formatClock, formatNumber } from '../../ui/text/format.ts'
import styles from './export-dialog.module.css'

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
const WHOLE = 'Whole session'

function Choices({ choice, isDisabled, onChoose }: ChoicesProps) {
  const runs = useProjection(useLiveView(), 'timeline', selectRuns, sameItems)
  const choices = [{ value: '0', label: WHOLE }, ...runs.map(toChoice)]
  return (
    <>
      <div className={styles.row}>
        <span id="export-part">Scope</span>
        <Menu
          trigger={
            <Button isSmall disabled={isDisabled} aria-describedby="export-part">
              {choice.run === undefined ? WHOLE : `Run ${choice.run}`}
              <ChevronDown aria-hidden="true" />
            </Button>
          }
        >
          <MenuChoices
            label="Scope"
            value={String(choice.run ?? 0)}
            choices={choices}
            onChoose={(value) => onChoose({ ...choice, run: Number(value) || undefined })}
          />
        </Menu>
      </div>
      <Switch
        label="Include unchanged files"
        hint="Otherwise, the export has only their names."
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

interface Choice {
  /** From 1; absent: the whole session. */
  readonly run: number | undefined
  readonly files: 'all' | 'changed'
}

function toAsked(sessionId: ReplayChoice['sessionId'], { run, files }: Choice): ReplayChoice {
  return { sessionId, files, ...(run !== undefined && { run }) }
}

/** What the file would be; looked through anew each time, for sessions go on. */
function usePreview(choice: Choice): UseQueryResult<ReplayFacts> {
  return useHostQuery('exchange.previewReplay', toAsked(useSessionId(), choice))
}

interface Exporting {
  readonly state:
    | { readonly type: 'idle' }
    | { readonly type: 'writing'; readonly bytes: number }
    | { readonly type: 'done'; readonly name: string; readonly bytes: number }
    | { readonly type: 'failed'; readonly message: string }
  start(choice: Choice): void
  cancel(): void
}

/** Takes the file from the host piece by piece, and has it saved as a download. */
function useExporting(): Exporting {
  const client = useHost()
  const sessionId = useSessionId()
  const [state, setState] = useState<Exporting['state']>({ type: 'idle' })
  const [abort, setAbort] = useState<AbortController>()
  const start = async (choice: Choice) => {
    const began = new AbortController()
    setAbort(began)
    setState({ type: 'writing', bytes: 0 })
    try {
      const asked = toAsked(sessionId, choice)
      const onBytes = (bytes: number) => setState({ type: 'writing', bytes })
      const { parts, facts } = await receive(client, { asked, onBytes, signal: began.signal })
      const name = replayFileName(facts.title, facts.run)
      saveText(name, parts, 'text/html')
      setState({ type: 'done', name, bytes: facts.bytes })
    } catch (error) {
      if (began.signal.aborted) return
      setState({ type: 'failed', message: AppError.toWire(error).message })
    }
  }
  return { state, start: (choice) => void start(choice), cancel: () => abort?.abort() }
}

interface Receiving {
  readonly asked: ReplayChoice
  readonly onBytes: (bytes: number) => void
  readonly signal: AbortSignal
}

async function receive(
  client: HostClient,
  { asked, onBytes, signal }: Receiving,
): Promise<{ readonly parts: string[]; readonly facts: ReplayFacts }> {
  const parts: string[] = []
  let bytes = 0
  for await (const piece of client['exchange.replay'](asked, signal)) {
    if (piece.type === 'facts') return { parts, facts: piece.facts }
    parts.push(piece.text)
    // All but a little of it is one byte a letter.
    bytes += piece.text.length
    onBytes(bytes)
  }
  throw new AppError('unavailable', 'The file has not come to its end. Try again.')
}
