import { X } from 'lucide-react'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { PanelBar } from './panel-bar.tsx'
import styles from './tabs.module.css'

interface TabBarProps {
  /** What the tabs are of, for who cannot see them. */
  readonly label: string
  /** `Tab`s, of which one is shown. */
  readonly tabs: ReactNode
  /** What stands behind the tabs. */
  readonly children?: ReactNode
}

/**
 * A bar of tabs. Only the shown one is reached by Tab; arrows, Home and End move along the tabs,
 * Enter and Space show the one that has the focus, Delete closes it.
 */
export function TabBar({ label, tabs, children }: TabBarProps) {
  return (
    <PanelBar>
      <div role="tablist" aria-label={label} className={styles.tabs} onKeyDown={moveFocus}>
        {tabs}
      </div>
      {children}
    </PanelBar>
  )
}

export interface TabProps {
  readonly name: string
  readonly title?: string | undefined
  readonly isShown: boolean
  /** On screen beside the shown one. */
  readonly isBeside?: boolean
  /** Before the name. */
  readonly icon?: ReactNode
  readonly onChoose: () => void
  /** Absent where it cannot be closed. */
  readonly onClose?: (() => void) | undefined
}

export function Tab(props: TabProps) {
  const { name, title, isShown, isBeside, icon, onChoose, onClose } = props
  return (
    <div
      role="presentation"
      className={styles.tab}
      data-shown={isShown}
      data-beside={isBeside}
      ref={isShown ? bringIntoSight : undefined}
    >
      <button
        type="button"
        role="tab"
        aria-selected={isShown}
        aria-keyshortcuts={onClose && 'Delete'}
        tabIndex={isShown ? 0 : -1}
        className={styles.name}
        title={title}
        onClick={onChoose}
        onAuxClick={onClose && ((event) => onMiddle(event, onClose))}
        onKeyDown={onClose && ((event) => onDelete(event, onClose))}
      >
        {icon}
        <span>{name}</span>
      </button>
      {onClose && (
        // For pointers: a list of tabs holds nothing but tabs, and keys have Delete.
        <IconButton
          label={`Close ${name}`}
          isSmall
          tabIndex={-1}
          aria-hidden="true"
          className={styles.close}
          onClick={onClose}
        >
          <X aria-hidden="true" />
        </IconButton>
      )}
    </div>
  )
}

/**
 * Keeps the shown tab in sight while the room for tabs changes, such as when the bar gets a longer text
 * beside them. Waits for the layout: scrolling before it would cost a second one.
 */
function bringIntoSight(tab: HTMLElement | null): (() => void) | undefined {
  if (!tab) return undefined
  const resized = new ResizeObserver(() => {
    tab.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  for (const element of [tab, tab.parentElement]) if (element) resized.observe(element)
  return () => resized.disconnect()
}

function onMiddle({ button }: MouseEvent, act: () => void): void {
  if (button === 1) act()
}

/** The neighbour has the focus before its tab is gone. */
function onDelete(event: KeyboardEvent<HTMLElement>, act: () => void): void {
  if (event.key !== 'Delete') return
  const tabs = tabsAround(event.currentTarget)
  const index = tabs.indexOf(event.currentTarget)
  ;(tabs[index + 1] ?? tabs[index - 1])?.focus()
  act()
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const tabs = tabsAround(event.currentTarget)
  const from = tabs.findIndex((tab) => tab.matches(':focus'))
  const to = placeAfter(event.key, from, tabs.length)
  if (from < 0 || to === undefined) return
  event.preventDefault()
  tabs[to]?.focus()
}

/** Where a key leads to among so many tabs: from the last on to the first, and back. */
export function placeAfter(key: string, from: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (from + 1) % count
    case 'ArrowLeft':
      return (from - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}

function tabsAround(element: HTMLElement): readonly HTMLElement[] {
  return [...(element.closest('[role=tablist]')?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
}
