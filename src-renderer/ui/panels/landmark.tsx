import type { KeyboardEventHandler, ReactNode } from 'react'
import { classNames } from '../styles/class-names.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import styles from './landmark.module.css'

interface LandmarkProps {
  /** What is in it, as people call it. */
  readonly title: string
  /** Where the title alone does not tell it from the others. */
  readonly name?: string
  /** What finds it, and its styles, in the page. */
  readonly panel: string
  /** It takes what room is left; else as much as it needs. */
  readonly isGrowing?: boolean
  readonly className?: string | undefined
  readonly onKeyDown?: KeyboardEventHandler | undefined
  readonly children: ReactNode
}

/** A landmark with something in it that may fail by itself. */
export function Landmark(props: LandmarkProps) {
  const { title, name = title, panel, isGrowing = true, className, onKeyDown } = props
  return (
    <section
      aria-label={name}
      className={classNames(styles.landmark, className)}
      data-growing={isGrowing}
      data-panel={panel}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <ErrorBoundary what={`The panel “${title}”`}>{props.children}</ErrorBoundary>
    </section>
  )
}
