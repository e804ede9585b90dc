import { Circle, Diamond, OctagonAlert, TriangleAlert } from 'lucide-react'
import type { Severity } from '#shared/events/code-review.ts'
import styles from './finding.module.css'

const shapes: Readonly<Record<Severity, typeof Circle>> = {
  critical: OctagonAlert,
  high: TriangleAlert,
  medium: Diamond,
  low: Circle,
}

/** How grave a finding is: a shape, a colour and, where there is room, the word. */
export function SeverityMark({
  severity,
  isShort,
}: {
  readonly severity: Severity
  readonly isShort?: boolean
}) {
  const Shape = shapes[severity]
  return (
    <span className={styles.severity} data-severity={severity} title={severity}>
      <Shape aria-hidden="true" />
      <span className={isShort ? styles.unseen : undefined}>{severity}</span>
    </span>
  )
}
