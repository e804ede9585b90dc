import type { ReactNode } from 'react'
import styles from './inspector-panel.module.css'

export interface Fact {
  readonly name: string
  /** What is absent is not listed. */
  readonly value: ReactNode | undefined
}

/** Names and values in two columns. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(
        ({ name, value }) =>
          value !== undefined && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
