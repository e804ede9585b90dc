import { ArrowDown } from 'lucide-react'
import styles from './newest-button.module.css'

/** Over a list that grows at its end and was scrolled up: back to that end. */
export function NewestButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <button type="button" className={styles.newest} onClick={onClick}>
      <ArrowDown aria-hidden="true" /> Newest
    </button>
  )
}
