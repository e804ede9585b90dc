import type { ReactNode } from 'react'
import { classNames } from '../styles/class-names.ts'
import styles from './faded-scroll.module.css'

/** An edge with more beyond it fades over as much as there is, in pixels, and no more than this. */
const FADE_PX = 32

interface FadedScrollProps {
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** What scrolls where it is too long, by keyboard as well: an edge fades where there is more beyond it. */
export function FadedScroll({ className, children }: FadedScrollProps) {
  return (
    <div
      ref={fadeEdges}
      className={classNames(styles.scroll, className)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
      tabIndex={0}
      onScroll={({ currentTarget }) => fade(currentTarget)}
    >
      <div>{children}</div>
    </div>
  )
}

/** Not by a timeline of the browser's: each that ever was is asked in every frame until memory is cleared. */
function fadeEdges(scroller: HTMLElement | null): (() => void) | undefined {
  if (!scroller) return undefined
  const resizing = new ResizeObserver(() => fade(scroller))
  resizing.observe(scroller)
  if (scroller.firstElementChild) resizing.observe(scroller.firstElementChild)
  return () => resizing.disconnect()
}

function fade(scroller: HTMLElement): void {
  const { scrollTop, scrollHeight, clientHeight } = scroller
  if (!scroller.toggleAttribute('data-long', scrollHeight > clientHeight)) return
  const below = scrollHeight - clientHeight - scrollTop
  scroller.style.setProperty('--above', `${Math.min(FADE_PX, scrollTop)}px`)
  scroller.style.setProperty('--below', `${Math.min(FADE_PX, below)}px`)
}
