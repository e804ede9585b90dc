import styles from './context.module.css'

/** A share of a whole, as a bar; what is there is never nothing. */
export function Meter({ share }: { readonly share: number }) {
  return (
    <div className={styles.meter} data-full={share > 1 || undefined}>
      <i style={{ width: `${Math.min(1, share) * 100}%` }} />
    </div>
  )
}
