import styles from './bar-toggle.module.css'

export interface BarToggleProps {
  /** What is shown while it is on. */
  readonly children: string
  readonly title: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

/** At the end of a panel's bar: another way to see what is below it. */
export function BarToggle({ children, title, isOn, onChange }: BarToggleProps) {
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-pressed={isOn}
      title={title}
      onClick={() => onChange(!isOn)}
    >
      {children}
    </button>
  )
}
