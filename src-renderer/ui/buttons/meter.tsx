import styles from './meter.module.css'

interface MeterProps {
  /** Of the whole; above 1 it is too much. */
  readonly share: number
  readonly color?: string
}

/** A share of a whole, as a bar; what is there is never nothing. */
export function Meter({ share, color }: MeterProps) {
  return (
    <div className={styles.meter} data-full={share > 1 || undefined}>
      {share > 0 && <i style={{ width: `${Math.min(1, share) * 100}%`, background: color }} />}
    </div>
  )
}
