import { Button } from '../../ui/button.tsx'
import styles from './form-foot.module.css'

export interface FormFootProps {
  /** Why it was not kept. */
  readonly error: string | undefined
  readonly isBusy: boolean
  readonly onCancel: () => void
}

/** The end of a form for an entry of a list: what is wrong with it, and the ways out. */
export function FormFoot({ error, isBusy, onCancel }: FormFootProps) {
  return (
    <div className={styles.foot}>
      {error && <p role="alert">{error}</p>}
      <Button onClick={onCancel}>Cancel</Button>
      <Button variant="primary" type="submit" disabled={isBusy}>
        Keep
      </Button>
    </div>
  )
}
