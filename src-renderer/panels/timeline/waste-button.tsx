import { sumWaste, type WasteState } from '#shared/projections/waste.ts'
import { useIsLive, useSessionView } from '../../client/session-context.tsx'
import { useWrittenKeys } from '../../client/shortcuts.ts'
import { sameFields, useProjection } from '../../client/use-projection.ts'
import { useViewClock } from '../../client/use-view-clock.ts'
import { loadedLater } from '../../ui/loaded-later.tsx'
import { Popover } from '../../ui/popover.tsx'
import type { LookControls } from './look.ts'
import styles from './waste.module.css'
import { tellSum } from './waste-groups.ts'

/** It comes when it is opened. */
const WasteList = loadedLater(
  async () => (await import('./waste-list.tsx')).WasteList,
  'Loading what was waste',
)

export interface WasteButtonProps extends LookControls {
  readonly onGo: (id: string) => void
}

const TITLE = 'Where time and money went without anything coming of it'
const isWaiting = ({ waits }: WasteState) => Object.keys(waits).length > 0

/** What was wasted up to the playhead, in time and money, where something was; opens the list of it. */
export function WasteButton({ look, change, onGo }: WasteButtonProps) {
  const view = useSessionView()
  const keys = useWrittenKeys('timeline-show-waste')
  const isLive = useIsLive()
  const now = useViewClock(useProjection(view, 'waste', isWaiting) && isLive)
  const sum = useProjection(view, 'waste', (state) => sumWaste(state, now), sameFields)
  if (sum.count === 0 && sum.lostMs === 0 && !look.isWasteShown) return null
  return (
    <Popover
      title="Waste"
      align="end"
      isWide
      isOpen={look.isWasteShown}
      onOpenChange={(isWasteShown) => change({ isWasteShown })}
      trigger={
        <button
          type="button"
          className={styles.button}
          aria-label={`Waste: ${tellSum(sum)}`}
          title={keys ? `${TITLE} (${keys})` : TITLE}
        >
          waste <b>{tellSum(sum)}</b>
        </button>
      }
    >
      <WasteList look={look} change={change} onGo={onGo} now={now} />
    </Popover>
  )
}
