import { OrreryMark } from '../../ui/buttons/orrery-mark.tsx'
import styles from './connection-gate.module.css'

/** Before the host has answered, and where it will not. */
export function Gate({ reason }: { readonly reason?: string | undefined }) {
  return (
    <main className={styles.gate}>
      <OrreryMark size={44} />
      {reason ? (
        <p role="alert">{reason}</p>
      ) : (
        <p className={styles.waiting} role="status">
          Connecting to the host
        </p>
      )}
    </main>
  )
}
