import { type ReactNode, useState } from 'react'
import { Panel, type PanelSize } from 'react-resizable-panels'
import styles from './session-layout.module.css'

export interface KeptPanelProps {
  readonly id: string
  /** In pixels, which hold in a window of any size, or in per cent of what there is. */
  readonly initial: number | `${number}%`
  readonly minSize: number
  readonly maxSize?: number
  readonly children: ReactNode
}

const keyOf = (id: string) => `orrery.size.${id}`

/** A pane whose size a person chooses. It is kept, in the unit it began with. */
export function KeptPanel({ id, initial, minSize, maxSize, children }: KeptPanelProps) {
  const isPercent = typeof initial === 'string'
  const [size] = useState(() => readKept(id, isPercent) ?? initial)
  const keep = (now: PanelSize, _id: unknown, before: PanelSize | undefined) => {
    if (!before || now.inPixels === 0) return
    localStorage.setItem(keyOf(id), String(isPercent ? now.asPercentage : now.inPixels))
  }
  return (
    <Panel
      id={id}
      defaultSize={size}
      minSize={minSize}
      {...(maxSize !== undefined && { maxSize })}
      groupResizeBehavior={isPercent ? 'preserve-relative-size' : 'preserve-pixel-size'}
      onResize={keep}
      className={styles.panel}
    >
      {children}
    </Panel>
  )
}

function readKept(id: string, isPercent: boolean): number | `${number}%` | undefined {
  const kept = Number(localStorage.getItem(keyOf(id)))
  if (!Number.isFinite(kept) || kept <= 0) return undefined
  return isPercent ? `${kept}%` : kept
}
