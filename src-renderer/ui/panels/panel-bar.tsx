import { createContext, type HTMLAttributes, type ReactNode, useContext } from 'react'
import { classNames } from '../styles/class-names.ts'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import styles from './panel-bar.module.css'

/** What a panel's bar gets from the place the panel stands in: among tabs, one of which tells its name; or alone. */
export type BarPlace = { readonly isTab: true } | LonePlace

interface LonePlace {
  readonly isTab: false
  /** What a pointer can do to the panel by its bar. */
  readonly handle: Pick<
    HTMLAttributes<HTMLElement>,
    'draggable' | 'onDragStart' | 'onDragEnd' | 'onDoubleClick'
  >
  /** Stands behind everything else. */
  readonly end: ReactNode
}

/** Absent where a panel cannot be moved. */
export const BarContext = createContext<BarPlace | undefined>(undefined)

/** Whether a tab tells what the panel around is called. */
export function useIsTab(): boolean {
  return useContext(BarContext)?.isTab ?? false
}

interface PanelBarProps {
  /** Of what stands in it. */
  readonly className?: string | undefined
  /** Without a line below. */
  readonly isOpen?: boolean
  readonly children?: ReactNode
}

/** The bar at a panel's head: what the panel is, or its tabs; the panel is moved by it. */
export function PanelBar({ className, isOpen, children }: PanelBarProps) {
  const place = useContext(BarContext)
  const lone = place?.isTab === false ? place : undefined
  return (
    <header className={classNames(styles.bar, isOpen && styles.open)} {...lone?.handle}>
      <div className={classNames(styles.content, className)}>{children}</div>
      {lone?.end}
    </header>
  )
}

/** The bar of a panel that has nothing to put there but its name: a tab is enough. */
export function TitleBar({ children }: { readonly children: ReactNode }) {
  return useIsTab() ? (
    <VisuallyHidden>
      <h2>{children}</h2>
    </VisuallyHidden>
  ) : (
    <PanelBar>
      <PanelTitle>{children}</PanelTitle>
    </PanelBar>
  )
}

/** What a panel is called, where nothing else stands in its bar. */
export function PanelTitle({ children }: { readonly children: ReactNode }) {
  return <h2 className={styles.title}>{children}</h2>
}
