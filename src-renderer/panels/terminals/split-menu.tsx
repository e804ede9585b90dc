import { ChevronDown, Columns2, Plus, Square } from 'lucide-react'
import { useWrittenKeys } from '../../client/shortcuts.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import type { Listed } from './terminal-list.ts'
import { useTerminalName } from './terminal-tab.tsx'

export interface SplitControls {
  readonly isSplit: boolean
  /** What can be shown on the right and is not shown. */
  readonly others: readonly Listed[]
  /** Opens a shell on the right; absent where none can be opened. */
  readonly onSplit: (() => void) | undefined
  readonly onUnite: () => void
  readonly onShowOnRight: (id: string) => void
}

/** Two terminals side by side, or one again. */
export function SplitButtons(controls: SplitControls) {
  const { isSplit, others, onSplit, onUnite } = controls
  const keys = useWrittenKeys('split-terminal')
  return (
    <>
      {isSplit ? (
        <IconButton label="Show one terminal" data-command="unite-terminals" onClick={onUnite}>
          <Square aria-hidden />
        </IconButton>
      ) : (
        onSplit && (
          <IconButton
            label="Split to the right"
            shortcut={keys}
            data-command="split-terminal"
            onClick={onSplit}
          >
            <Columns2 aria-hidden />
          </IconButton>
        )
      )}
      {(others.length > 0 || (isSplit && onSplit)) && <RightMenu {...controls} />}
    </>
  )
}

function RightMenu({ others, onSplit, onShowOnRight }: SplitControls) {
  const trigger = (
    <IconButton label="Show on the right" isSmall>
      <ChevronDown aria-hidden />
    </IconButton>
  )
  return (
    <Menu trigger={trigger}>
      {onSplit && (
        <MenuItem icon={<Plus aria-hidden />} onSelect={onSplit}>
          A new terminal on the right
        </MenuItem>
      )}
      {others.map((one) => (
        <OnRight key={one.id} listed={one} onSelect={() => onShowOnRight(one.id)} />
      ))}
    </Menu>
  )
}

interface OnRightProps {
  readonly listed: Listed
  readonly onSelect: () => void
}

function OnRight({ listed, onSelect }: OnRightProps) {
  const name = useTerminalName(listed)
  return (
    <MenuItem icon={<Columns2 aria-hidden />} onSelect={onSelect}>
      {name} on the right
    </MenuItem>
  )
}
