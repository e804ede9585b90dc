import { ChevronLeft } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import styles from './editor-head.module.css'

export interface EditorHeadProps {
  readonly title: string
  /** What the list is called that it leads back to. */
  readonly list: string
  readonly onBack: () => void
}

/** Which one of a list is edited, and the way back to all of them. */
export function EditorHead({ title, list, onBack }: EditorHeadProps) {
  return (
    <div className={styles.head}>
      <Button variant="quiet" isSmall onClick={onBack}>
        <ChevronLeft aria-hidden="true" />
        {list}
      </Button>
      <h4 title={title}>{title}</h4>
    </div>
  )
}
