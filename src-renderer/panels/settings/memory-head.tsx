import { ChevronLeft } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import styles from './memory.module.css'

export interface MemoryHeadProps {
  readonly title: string
  /** To the list. */
  readonly onBack: () => void
}

/** Which memory it is, and the way back to all of them. */
export function MemoryHead({ title, onBack }: MemoryHeadProps) {
  return (
    <div className={styles.head}>
      <Button variant="quiet" isSmall onClick={onBack}>
        <ChevronLeft aria-hidden="true" />
        All memories
      </Button>
      <h4 title={title}>{title}</h4>
    </div>
  )
}
