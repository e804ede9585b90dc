import type { ComponentProps } from 'react'
import styles from './text-area.module.css'

/** A field of several lines; whoever draws it labels it. */
export function TextArea(props: Omit<ComponentProps<'textarea'>, 'className'>) {
  return <textarea {...props} className={styles.area} />
}
