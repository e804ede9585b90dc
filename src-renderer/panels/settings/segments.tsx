import styles from './settings.module.css'

export interface SegmentsProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly choices: readonly Value[]
  readonly onChoose: (value: Value) => void
}

/** One of a few, all in sight. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, value, choices, onChoose } = props
  return (
    <fieldset className={styles.line}>
      <legend>{label}</legend>
      <span aria-hidden="true">{label}</span>
      <div className={styles.segments}>
        {choices.map((choice) => (
          <label key={choice} data-chosen={choice === value}>
            <input
              type="radio"
              name={label}
              checked={choice === value}
              onChange={() => onChoose(choice)}
            />
            {choice}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
