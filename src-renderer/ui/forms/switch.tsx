import { VisuallyHidden } from '../text/visually-hidden.tsx'
import styles from './switch.module.css'

interface SwitchProps {
  readonly label: string
  /** It is said already by what stands beside it. */
  readonly isLabelHidden?: boolean
  /** A second line: what it means. */
  readonly hint?: string | undefined
  readonly isOn: boolean
  readonly isDisabled?: boolean
  readonly onTurn: (isOn: boolean) => void
}

/** On or off, at once. */
export function Switch({ label, isLabelHidden, hint, isOn, isDisabled, onTurn }: SwitchProps) {
  return (
    <label className={styles.line}>
      {isLabelHidden ? (
        <VisuallyHidden>{label}</VisuallyHidden>
      ) : (
        <span className={styles.label}>
          {label}
          {hint && <span className={styles.hint}>{hint}</span>}
        </span>
      )}
      <input
        type="checkbox"
        role="switch"
        className={styles.switch}
        checked={isOn}
        aria-checked={isOn}
        disabled={isDisabled}
        onChange={(event) => onTurn(event.target.checked)}
      />
    </label>
  )
}
