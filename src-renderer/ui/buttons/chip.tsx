import type { HTMLAttributes, ReactNode } from 'react'
import { classNames } from '../styles/class-names.ts'
import styles from './chip.module.css'

interface ChipProps extends HTMLAttributes<HTMLSpanElement> {
  readonly tone?: 'plain' | 'accent' | 'warn' | 'error' | 'filled'
  readonly children: ReactNode
}

/** A short fact with an edge around it. */
export function Chip({ tone = 'plain', className, children, ...rest }: ChipProps) {
  return (
    <span {...rest} className={classNames(styles.chip, styles[tone], className)}>
      {children}
    </span>
  )
}

export interface DotProps {
  readonly color?: string
  /** One slow pulse: it is happening now. */
  readonly isLive?: boolean
}

export function Dot({ color = 'var(--ok)', isLive }: DotProps) {
  return (
    <i
      aria-hidden="true"
      className={classNames(styles.dot, isLive && styles.live)}
      style={{ background: color }}
    />
  )
}

/** The upright bar that stands for an agent. */
export function Swatch({ color }: { readonly color: string }) {
  return <i aria-hidden="true" className={styles.swatch} style={{ background: color }} />
}
