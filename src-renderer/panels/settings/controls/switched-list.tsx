import { FileWarning, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Chip } from '../../../ui/buttons/chip.tsx'
import { OpenArrow } from '../../../ui/buttons/open-arrow.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import shared from './settings.module.css'
import styles from './switched-list.module.css'

interface SwitchedRowProps {
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

interface LeftOutProps {
  readonly files: readonly { readonly path: string; readonly error: string }[]
}

/** Files that are not what they should be: they harm nothing, and are never passed over in silence. */
export function LeftOut({ files }: LeftOutProps) {
  if (files.length === 0) return null
  return (
    <>
      <h4 className={shared.part}>Left out</h4>
      <ul className={shared.rows} aria-label="Files that were left out">
        {files.map(({ path, error }) => (
          <li key={path} className={shared.row}>
            <FileWarning className={shared.warn} aria-hidden="true" />
            <span className={shared.what}>
              <code title={path}>{path}</code>
              <small>{error}</small>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
