import { Columns2, Ellipsis, Maximize2, Minimize2, PanelTop, Rows2, X } from 'lucide-react'
import { panels } from '../../panels/index.ts'
import { useSelection } from '../../session/session-context.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Menu, MenuGroup, MenuItem } from '../../ui/overlays/menu.tsx'
import type { Edge } from './dock.ts'
import { useDock } from './dock-context.ts'
import type { DockPanel } from './dock-panels.ts'

interface PanelMenuProps {
  readonly panel: DockPanel
}

/** What can be done to a panel's place. */
export function PanelMenu({ panel }: PanelMenuProps) {
  const trigger = (
    <IconButton label="Panel menu" isSmall className="dock-menu">
      <Ellipsis aria-hidden="true" />
    </IconButton>
  )
  return (
    <Menu align="end" trigger={trigger}>
      <Items panel={panel} />
    </Menu>
  )
}

/** Made when the menu opens: what can be done then. */
function Items({ panel }: PanelMenuProps) {
  const dock = useDock()
  const { select } = useSelection()
  const { isMaximised } = dock.state()
  const close = () => {
    if (panel === 'inspector') select({ spanId: undefined })
    dock.close(panel)
  }
  return (
    <>
      <MenuItem
        icon={isMaximised ? <Minimize2 aria-hidden="true" /> : <Maximize2 aria-hidden="true" />}
        onSelect={() => dock.toggleMaximised(panel)}
      >
        {isMaximised ? 'Bring it back to its place' : 'Maximise'}
      </MenuItem>
      {!isMaximised && <Moves panel={panel} />}
      <MenuItem icon={<X aria-hidden="true" />} isDisabled={!dock.canClose(panel)} onSelect={close}>
        Close
      </MenuItem>
    </>
  )
}

const edges: readonly { readonly edge: Edge; readonly label: string }[] = [
  { edge: 'left', label: 'Left' },
  { edge: 'right', label: 'Right' },
  { edge: 'above', label: 'Top' },
  { edge: 'below', label: 'Bottom' },
]

function Moves({ panel }: PanelMenuProps) {
  const dock = useDock()
  return (
    <>
      {dock.canSplit(panel) && (
        <>
          <MenuItem
            icon={<Columns2 aria-hidden="true" />}
            onSelect={() => dock.split(panel, 'right')}
          >
            Split right
          </MenuItem>
          <MenuItem
            icon={<Rows2 aria-hidden="true" />}
            onSelect={() => dock.split(panel, 'bottom')}
          >
            Split below
          </MenuItem>
        </>
      )}
      {dock.matesFor(panel).map((mate) => (
        <MenuItem
          key={mate}
          icon={<PanelTop aria-hidden="true" />}
          onSelect={() => dock.moveInto(panel, mate)}
        >
          Move to the tabs of {panels[mate].title}
        </MenuItem>
      ))}
      <MenuGroup label="Move to the side">
        {edges.map(({ edge, label }) => (
          <MenuItem key={edge} onSelect={() => dock.moveTo(panel, edge)}>
            {label}
          </MenuItem>
        ))}
      </MenuGroup>
    </>
  )
}
