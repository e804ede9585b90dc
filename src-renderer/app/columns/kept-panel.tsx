import { type ReactNode, useState } from 'react'
import { Panel, type PanelSize } from 'react-resizable-panels'
import styles from './columns.module.css'

export interface KeptPanelProps {
  readonly id: string
  /** In pixels, which hold in a window of any size. */
  readonly initial: number
  readonly minSize: number
  readonly children: ReactNode
}

const keyOf = (id: string) => `orrery.size.${id}`

/** A pane whose size a person chooses. It is kept. */
export function KeptPanel({ id, initial, minSize, children }: KeptPanelProps) {
  const [size] = useState(() => readKept(id) ?? initial)
  const keep = (now: PanelSize, _id: unknown, before: PanelSize | undefined) => {
    if (!before || now.inPixels === 0) return
    localStorage.setItem(keyOf(id), String(now.inPixels))
  }
  return (
    <Panel
      id={id}
      defaultSize={size}
      minSize={minSize}
      groupResizeBehavior="preserve-pixel-size"
      onResize={keep}
      className={styles.panel}
    >
      {children}
    </Panel>
  )
}

function readKept(id: string): number | undefined {
  const kept = Number(localStorage.getItem(keyOf(id)))
  return Number.isFinite(kept) && kept > 0 ? kept : undefined
}
