import { ChevronRight } from 'lucide-react'
import styles from './open-arrow.module.css'

/** In a button that opens and folds what is below it: turns as its `aria-expanded` does. */
export function OpenArrow() {
  return <ChevronRight className={styles.arrow} aria-hidden="true" />
}
