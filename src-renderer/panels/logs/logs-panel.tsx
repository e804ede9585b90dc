import { Check, ChevronDown, Copy, ScrollText, X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { KEPT_LINES, LogLevel, type LogLine } from '#shared/contract/procedures/logs.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { Store } from '#shared/lib/store.ts'
import type { Connection } from '../../connection/connection.ts'
import { useConnection } from '../../connection/host-context.tsx'
import { useIsLive, useMoment, useSessionId } from '../../session/session-context.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Empty, Loading } from '../../ui/loading/notice.tsx'
import { Menu, MenuChoices } from '../../ui/overlays/menu.tsx'
import { PanelBar, useIsTab } from '../../ui/panels/panel-bar.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import { VisuallyHidden } from '../../ui/text/visually-hidden.tsx'
import { filterLines, formatMoment, type LineFilter, modulesOf, writeLine } from './log-lines.ts'
import { LogList } from './log-list.tsx'
import styles from './logs-panel.module.css'

const EVERYTHING: Chosen = { level: 'info', module: undefined, text: '', isSessionOnly: false }

/** The host's own log messages; in the past, those up to that moment. */
export function LogsPanel() {
  const lines = useLogLines()
  const [chosen, choose] = useState(EVERYTHING)
  const [selectedId, select] = useState<number | undefined>(undefined)
  const shown = useShown(lines ?? [], chosen)
  const selected = shown.find(({ id }) => id === selectedId)
  return (
    <div className={styles.panel}>
      <LogHead
        chosen={chosen}
        modules={modulesOf(lines ?? [])}
        count={shown.length}
        onChoose={choose}
      />
      {lines && shown.length === 0 && <Nothing hasLines={lines.length > 0} />}
      {lines ? (
        shown.length > 0 && <LogList lines={shown} selectedId={selected?.id} onSelect={select} />
      ) : (
        <Loading label="Loading the logs" />
      )}
      {selected && <LineDetails line={selected} onClose={() => select(undefined)} />}
    </div>
  )
}

function useShown(lines: readonly LogLine[], chosen: Chosen): readonly LogLine[] {
  const sessionId = useSessionId()
  const isLive = useIsLive()
  const { at } = useMoment()
  const { isSessionOnly, ...filter } = chosen
  const wanted = { ...filter, sessionId: isSessionOnly ? sessionId : undefined }
  return filterLines(lines, wanted, isLive ? undefined : at)
}

function Nothing({ hasLines }: { readonly hasLines: boolean }) {
  const isLive = useIsLive()
  return (
    <Empty isFlat icon={<ScrollText aria-hidden="true" />}>
      {isLive && !hasLines && 'Orrery’s own log messages appear here.'}
      {isLive && hasLines && 'No matching log lines. Try another level, module or search text.'}
      {!isLive && 'No matching log lines at this moment.'}
    </Empty>
  )
}

type Lines = Store<readonly LogLine[] | undefined>

/** The last lines of the host's log, oldest first, as long as it is shown; `undefined` until the host has answered. */
function useLogLines(): readonly LogLine[] | undefined {
  const connection = useConnection()
  const [lines] = useState<Lines>(() => new Store<readonly LogLine[] | undefined>(undefined))
  useEffect(() => {
    const ended = new AbortController()
    void followLog(lines, connection, ended.signal)
    return () => ended.abort()
  }, [connection, lines])
  return useSyncExternalStore(lines.subscribe, lines.get)
}

/**
 * Adds the host's lines until the signal. After a time out of reach, they are fetched anew: it may be
 * another host.
 */
async function followLog(lines: Lines, connection: Connection, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await connection.untilOpen(signal)
      lines.set([])
      for await (const page of connection.client['logs.follow']({}, signal)) {
        lines.set([...(lines.get() ?? []), ...page].slice(-KEPT_LINES))
      }
      return
    } catch (error) {
      if (signal.aborted) return
      if (!AppError.is(error) || error.code !== 'unavailable') throw error
    }
  }
}

interface LineDetailsProps {
  readonly line: LogLine
  readonly onClose: () => void
}

/** The chosen line with all that is known of it. */
function LineDetails({ line, onClose }: LineDetailsProps) {
  const { at, level, module, message, sessionId, runId, traceId, fields } = line
  const ids = { session: sessionId, run: runId, trace: traceId }
  return (
    <section className={styles.details} aria-label="The chosen line">
      <header>
        <h3>{message}</h3>
        <span>
          {formatMoment(at)} · {level} · {module}
        </span>
        <CopyLine key={line.id} line={line} />
        <IconButton label="Close" isSmall onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </header>
      <dl tabIndex={0}>
        {Object.entries({ ...fields, ...ids }).map(
          ([name, value]) => value !== undefined && <Known key={name} name={name} value={value} />,
        )}
      </dl>
    </section>
  )
}

function Known({ name, value }: { readonly name: string; readonly value: unknown }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  )
}

function CopyLine({ line }: { readonly line: LogLine }) {
  const [isCopied, setCopied] = useState(false)
  const copy = () => navigator.clipboard.writeText(writeLine(line)).then(() => setCopied(true))
  return (
    <IconButton
      label={isCopied ? 'Copied' : 'Copy the line'}
      isSmall
      onClick={() => void copy()}
      onBlur={() => setCopied(false)}
    >
      {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
    </IconButton>
  )
}

/** What a person chose to see. */
interface Chosen extends Omit<LineFilter, 'sessionId'> {
  readonly isSessionOnly: boolean
}

interface LogHeadProps {
  readonly chosen: Chosen
  /** Those that said something. */
  readonly modules: readonly string[]
  /** How many lines are shown. */
  readonly count: number
  readonly onChoose: (chosen: Chosen) => void
}

/** What the panel is, and what it lets through. */
function LogHead({ chosen, modules, count, onChoose }: LogHeadProps) {
  const { level, module, text, isSessionOnly } = chosen
  return (
    <PanelBar className={styles.head}>
      <Title />
      <Picker
        label="Level"
        value={level}
        shown={`${level} and above`}
        choices={levels}
        onChoose={(value) => onChoose({ ...chosen, level: LogLevel.parse(value) })}
      />
      <Picker
        label="Module"
        value={module ?? ''}
        shown={module ?? 'all modules'}
        choices={[
          { value: '', label: 'all modules' },
          ...modules.map((value) => ({ value, label: value })),
        ]}
        onChoose={(value) => onChoose({ ...chosen, module: value || undefined })}
      />
      <Button
        isSmall
        variant="quiet"
        className={styles.toggle ?? ''}
        aria-pressed={isSessionOnly}
        onClick={() => onChoose({ ...chosen, isSessionOnly: !isSessionOnly })}
      >
        This session only
      </Button>
      <div className={styles.find}>
        <Field
          label="Find in logs"
          isLabelHidden
          type="search"
          placeholder="Find"
          value={text}
          onChange={(event) => onChoose({ ...chosen, text: event.target.value })}
        />
      </div>
      <span className={styles.count}>{formatNumber(count, 'line')}</span>
    </PanelBar>
  )
}

/** A tab says it where there is one. */
function Title() {
  const title = <h2 className={styles.title}>Logs</h2>
  return useIsTab() ? <VisuallyHidden>{title}</VisuallyHidden> : title
}

const hints: Partial<Record<LogLevel, string>> = {
  trace: 'As far as ORRERY_LOG has the host say it.',
  info: 'What is worth knowing.',
  warn: 'What went wrong and was got over.',
  error: 'What failed.',
}
const levels = LogLevel.options.map((value) => ({ value, label: value, hint: hints[value] }))

interface PickerProps {
  readonly label: string
  readonly value: string
  readonly shown: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly onChoose: (value: string) => void
}

function Picker({ label, value, shown, choices, onChoose }: PickerProps) {
  const trigger = (
    <Button isSmall variant="quiet" aria-label={`${label}: ${shown}`}>
      {shown} <ChevronDown aria-hidden="true" />
    </Button>
  )
  return (
    <Menu trigger={trigger}>
      <MenuChoices label={label} value={value} choices={choices} onChoose={onChoose} />
    </Menu>
  )
}
