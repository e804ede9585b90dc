import { Check, Copy, X } from 'lucide-react'
import { useState } from 'react'
import type { LogLine } from '#shared/contract/logs.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { formatMoment, writeLine } from './line-words.ts'
import styles from './log-panel.module.css'

export interface LineDetailsProps {
  readonly line: LogLine
  readonly onClose: () => void
}

/** The chosen line with all that is known of it. */
export function LineDetails({ line, onClose }: LineDetailsProps) {
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
