import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Chip } from '../../ui/chip.tsx'
import { OpenArrow } from '../../ui/open-arrow.tsx'
import { Switch } from '../../ui/switch.tsx'
import styles from './switched-row.module.css'

export interface SwitchedRowProps {
  readonly name: string
  readonly description: string
  /** Whose it is; absent: it goes without saying. */
  readonly from?: string | undefined
  /** What else is to be known of it at a glance. */
  readonly chips?: ReactNode
  readonly hasProblems?: boolean
  /** What would make it well. */
  readonly action?: ReactNode
  readonly isOn: boolean
  readonly isDisabled: boolean
  /** Absent: it is not turned here. */
  readonly onTurn?: ((isOn: boolean) => void) | undefined
  /** Why it was not turned. */
  readonly error: string | undefined
  /** All that is known of it, once it is opened. */
  readonly children: ReactNode
}

/** Something that agents have, which is on or off. */
export function SwitchedRow(props: SwitchedRowProps) {
  const { name, description, from, chips, hasProblems, action } = props
  const { isOn, isDisabled, onTurn, error, children } = props
  const [isOpen, setOpen] = useState(false)
  return (
    <li className={styles.item} data-off={!isOn || undefined}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.opener}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <OpenArrow />
          <b title={name}>{name}</b>
          <span className={styles.description} title={description}>
            {description}
          </span>
          {hasProblems && <TriangleAlert className={styles.warn} aria-label="problems" />}
          {chips}
          {from && <Chip>{from}</Chip>}
        </button>
        {action}
        {onTurn && (
          <Switch label={name} isLabelHidden isOn={isOn} isDisabled={isDisabled} onTurn={onTurn} />
        )}
      </div>
      {error && <p className={styles.problem}>{error}</p>}
      {isOpen && <div className={styles.details}>{children}</div>}
    </li>
  )
}

/** What could not be taken as it is written. */
export function Problem({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.problem}>
      <TriangleAlert className={styles.warn} aria-hidden="true" />
      {children}
    </p>
  )
}

export interface RowFact {
  readonly name: string
  /** Empty: it is not said. */
  readonly value: string
}

export function RowFacts({ facts }: { readonly facts: readonly RowFact[] }) {
  return (
    <dl>
      {facts
        .filter(({ value }) => value !== '')
        .map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
