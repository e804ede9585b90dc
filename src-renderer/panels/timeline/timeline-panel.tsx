import { SlidersHorizontal } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { sumWaste, type WasteState } from '#shared/projections/waste.ts'
import { writeKeys } from '../../keyboard/keys.ts'
import { useShortcutTable, useWrittenKeys } from '../../keyboard/shortcuts.ts'
import { useIsLive, usePlayAlong, useSessionView } from '../../session/session-context.tsx'
import { useSpanPicking } from '../../session/span-selection.ts'
import { sameFields, useProjection } from '../../session/use-projection.ts'
import { useViewClock } from '../../session/use-view-clock.ts'
import { loadedLater } from '../../ui/loading/lazy-component.tsx'
import { Menu, MenuChecks, MenuItem } from '../../ui/overlays/menu.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { commandOf, useMoves } from './input/timeline-keys.ts'
import { type ViewAct, viewActs } from './input/view-actions.ts'
import {
  type Look,
  type LookControls,
  toggled,
  useAskedActs,
  useLook,
  useViewActs,
} from './input/view-options.ts'
import { type FilterResult, useMatches } from './model/span-filter.ts'
import { Stage } from './model/timeline-stage.ts'
import { tellSum } from './model/waste-groups.ts'
import styles from './timeline-panel.module.css'
import { useMarking } from './view/bookmark-list.tsx'
import { FilterField } from './view/filter-field.tsx'
import { TimelinePlot } from './view/timeline-plot.tsx'
import { TimelineTree } from './view/timeline-tree.tsx'
import { Transport } from './view/transport.tsx'
import { icon, TransportButton } from './view/transport-button.tsx'
import wasteStyles from './view/waste.module.css'

/** The instrument at the foot of a session: what happened when, and the playhead that moves every panel. */
export function TimelinePanel() {
  const [stage] = useState(() => new Stage())
  const redraw = useRef(() => {})
  const panel = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const { look, change } = useLook()
  const result = useMatches(look.filter)
  const { goTo } = useSpanPicking()
  const marking = useMarking()
  const table = useShortcutTable()
  const act = useViewActs({ stage, redraw, field, look, change, result })
  const move = useMoves(marking.mark)
  useAskedActs(panel, act)
  usePlayAlong(stage)
  const findPlayhead = () => panel.current?.querySelector<HTMLElement>('[role="slider"]') ?? null
  const focusPlayhead = () => findPlayhead()?.focus()
  const onKeyDown = (event: KeyboardEvent) => {
    if (isForWhatHasIt(event)) return
    if (event.key === 'Escape' && look.isFiltering) change({ filter: '', isFiltering: false })
    const command = commandOf(table, event.nativeEvent)
    if (!command) return
    event.preventDefault()
    event.stopPropagation()
    if (command.type === 'view') act(command.act)
    else move(command)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys come from whatever inside has the focus.
    <div ref={panel} className={styles.panel} data-view-acts onKeyDown={onKeyDown}>
      <Transport
        stage={stage}
        marking={marking}
        onStep={(step) => move({ type: 'step', step })}
        findPlayhead={findPlayhead}
        tools={
          <>
            <WasteButton look={look} change={change} onGo={goTo} />
            <FilterField
              look={look}
              change={change}
              result={result}
              field={field}
              onLeave={focusPlayhead}
            />
            <ViewMenu look={look} onAct={act} />
          </>
        }
      />
      <TimelinePlot
        stage={stage}
        collapsed={look.collapsed}
        hidden={look.isMatchedOnly ? result.lanesWithout : noLanes}
        matches={result.matches}
        isTinted={look.isTinted}
        onToggleLane={(id) => change({ collapsed: toggled(look.collapsed, id) })}
        redraw={redraw}
      />
      <TimelineTree isShown={look.isTree} result={result} />
    </div>
  )
}

const noLanes: FilterResult['lanesWithout'] = new Set()

/** Space and Enter press the button that has the focus; fields, and what is opened over the panel, take every key. */
function isForWhatHasIt({ key, target, currentTarget }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  if (!currentTarget.contains(target) || target.closest('input')) return true
  return (key === ' ' || key === 'Enter') && target instanceof HTMLButtonElement
}

const menuActs: readonly ViewAct[] = [
  'zoom-in',
  'zoom-out',
  'zoom-to-selection',
  'show-all',
  'fold-lanes',
  'unfold-lanes',
]

/** How the timeline is looked at, for a pointer. */
function ViewMenu({
  look,
  onAct,
}: {
  readonly look: Look
  readonly onAct: (act: ViewAct) => void
}) {
  const table = useShortcutTable()
  const written = (act: ViewAct) => {
    const keys = table.keysOf(`timeline-${act}`)
    return keys && writeKeys(keys)
  }
  return (
    <Menu
      side="top"
      align="end"
      trigger={
        <TransportButton label="How the timeline is shown">
          <SlidersHorizontal {...icon} />
        </TransportButton>
      }
    >
      <MenuChecks
        label="View"
        checked={look.isTree ? ['tree'] : []}
        choices={[{ value: 'tree', label: 'Timeline as a tree', fact: written('toggle-tree') }]}
        onToggle={() => onAct('toggle-tree')}
      />
      {viewActs.map((entry) =>
        menuActs.includes(entry.act) ? (
          <MenuItem key={entry.act} onSelect={() => onAct(entry.act)} fact={written(entry.act)}>
            {entry.title}
          </MenuItem>
        ) : null,
      )}
    </Menu>
  )
}

/** It comes when it is opened. */
const WasteList = loadedLater(
  async () => (await import('./view/waste-list.tsx')).WasteList,
  'Loading what was waste',
)

interface WasteButtonProps extends LookControls {
  readonly onGo: (id: string) => void
}

const WASTE_TITLE = 'Where time and money went without anything coming of it'
const isWaiting = ({ waits }: WasteState) => Object.keys(waits).length > 0

/** What was wasted up to the playhead, in time and money, where something was; opens the list of it. */
function WasteButton({ look, change, onGo }: WasteButtonProps) {
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
          className={wasteStyles.button}
          aria-label={`Waste: ${tellSum(sum)}`}
          title={keys ? `${WASTE_TITLE} (${keys})` : WASTE_TITLE}
        >
          waste <b>{tellSum(sum)}</b>
        </button>
      }
    >
      <WasteList look={look} change={change} onGo={onGo} now={now} />
    </Popover>
  )
}
