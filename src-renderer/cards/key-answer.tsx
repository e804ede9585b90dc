import { Check, TriangleAlert, Unplug } from 'lucide-react'
import type { KeyCheck } from '#shared/contract/models.ts'
import styles from './key.module.css'

const icons = { accepted: Check, refused: TriangleAlert, unreachable: Unplug } as const

/** What a provider said of a key, or that it could not be asked. */
export function KeyAnswer({ answer }: { readonly answer: KeyCheck }) {
  const { status, message } = answer
  const Icon = icons[status]
  return (
    <p className={styles.answer} data-status={status} role="status">
      <Icon aria-hidden="true" />
      {message}
    </p>
  )
}
