import { Suspense } from 'react'
import { type PanelName, panels } from '../panels/index.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Loading } from '../ui/notice.tsx'
import { useColumn } from './columns/column-context.ts'
import styles from './panel-slot.module.css'

export interface PanelSlotProps {
  readonly panel: PanelName
  /** It takes what room is left; else as much as it needs. */
  readonly isGrowing?: boolean
}

/** A landmark with a panel in it, which may still have to be loaded, and may fail by itself. */
export function PanelSlot({ panel, isGrowing = true }: PanelSlotProps) {
  const { title, component: Component } = panels[panel]
  const { ordinal } = useColumn()
  return (
    <section
      aria-label={ordinal === 1 ? title : `${title}, column ${ordinal}`}
      className={styles.slot}
      data-growing={isGrowing}
      data-panel={panel}
      tabIndex={-1}
    >
      <ErrorBoundary what={`The panel “${title}”`}>
        <Suspense fallback={<Loading label={`Loading ${title.toLowerCase()}`} />}>
          <Component />
        </Suspense>
      </ErrorBoundary>
    </section>
  )
}
