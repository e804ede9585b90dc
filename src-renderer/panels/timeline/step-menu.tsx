import { ListOrdered } from 'lucide-react'
import { Menu, MenuGroup, MenuItem } from '../../ui/menu.tsx'
import type { Step, Stride } from './steps.ts'
import { icon, TransportButton } from './transport-button.tsx'
import { useStepping } from './use-stepping.ts'

interface StrideWords {
  readonly stride: Stride
  readonly label: string
  readonly keys: string
}

const listed: readonly StrideWords[] = [
  { stride: 'event', label: 'Event', keys: '← →' },
  { stride: 'call', label: 'Tool call', keys: '⇧← ⇧→' },
  { stride: 'turn', label: 'Turn', keys: 'Page down, Page up' },
  { stride: 'run', label: 'Run', keys: 'Alt ← →' },
  { stride: 'edit', label: 'Edit', keys: '⇧D D' },
  { stride: 'error', label: 'Error', keys: '⇧E E' },
  { stride: 'approval', label: 'Approval', keys: '⇧A A' },
  { stride: 'bookmark', label: 'Bookmark', keys: '⇧M M' },
]

/** Everything the playhead can be moved by; what leads nowhere is faint. */
export function StepMenu({ onStep }: { readonly onStep: (step: Step) => void }) {
  const trigger = (
    <TransportButton label="Step by…">
      <ListOrdered {...icon} />
    </TransportButton>
  )
  return (
    <Menu trigger={trigger} side="top">
      {listed.map((one) => (
        <StrideItems key={one.stride} words={one} onStep={onStep} />
      ))}
    </Menu>
  )
}

interface StrideItemsProps {
  readonly words: StrideWords
  readonly onStep: (step: Step) => void
}

function StrideItems({ words: { stride, label, keys }, onStep }: StrideItemsProps) {
  const { canStep } = useStepping()
  const item = (direction: Step['direction'], name: string) => (
    <MenuItem
      isDisabled={!canStep({ stride, direction })}
      onSelect={() => onStep({ stride, direction })}
    >
      {name}
    </MenuItem>
  )
  return (
    <MenuGroup label={label} fact={keys} isInline>
      {item('previous', 'Previous')}
      {item('next', 'Next')}
    </MenuGroup>
  )
}
