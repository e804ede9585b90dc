import { SlidersHorizontal } from 'lucide-react'
import { writeKeys } from '../../client/keys.ts'
import { useShortcutTable } from '../../client/shortcuts.ts'
import { Menu, MenuChecks, MenuItem } from '../../ui/menu.tsx'
import type { Look } from './look.ts'
import { icon, TransportButton } from './transport-button.tsx'
import { type ViewAct, viewActs } from './view-acts.ts'

export interface ViewMenuProps {
  readonly look: Look
  readonly onAct: (act: ViewAct) => void
}

const moves: readonly ViewAct[] = [
  'zoom-in',
  'zoom-out',
  'zoom-to-selection',
  'show-all',
  'fold-lanes',
  'unfold-lanes',
]

/** How the timeline is looked at, for a pointer. */
export function ViewMenu({ look, onAct }: ViewMenuProps) {
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
        moves.includes(entry.act) ? (
          <MenuItem key={entry.act} onSelect={() => onAct(entry.act)} fact={written(entry.act)}>
            {entry.title}
          </MenuItem>
        ) : null,
      )}
    </Menu>
  )
}
