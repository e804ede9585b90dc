import { type PanelName, panels } from '../panels/index.ts'
import { Landmark } from '../ui/landmark.tsx'
import { useColumn } from './columns/column-context.ts'
import styles from './panel-slot.module.css'

export interface PanelSlotProps {
  readonly panel: PanelName
  /** It takes what room is left; else as much as it needs. */
  readonly isGrowing?: boolean
}

/** A panel of a session, told from those of the sessions beside it. */
export function PanelSlot({ panel, isGrowing = true }: PanelSlotProps) {
  const { title, component: Component } = panels[panel]
  const { ordinal } = useColumn()
  return (
    <Landmark
      title={title}
      name={ordinal === 1 ? title : `${title}, column ${ordinal}`}
      panel={panel}
      isGrowing={isGrowing}
      className={panel === 'prompt' ? styles.prompt : undefined}
    >
      <Component />
    </Landmark>
  )
}
