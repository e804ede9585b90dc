import { ListOrdered } from 'lucide-react'
import { useMoment } from '../../client/session-context.tsx'
import { useWrittenKeys } from '../../client/shortcuts.ts'
import { Menu, MenuGroup, MenuItem } from '../../ui/menu.tsx'
import type { Step, Stride } from './steps.ts'
import { icon, TransportButton } from './transport-button.tsx'
import { useStepping } from './use-stepping.ts'

interface StrideWords {
  readonly stride: Stride
  readonly label: string
}

const listed: readonly StrideWords[] = [
  { stride: 'event', label: 'Event' },
  { stride: 'call', label: 'Tool call' },
  { stride: 'turn', label: 'Turn' },
  { stride: 'run', label: 'Run' },
  { stride: 'edit', label: 'Edit' },
  { stride: 'error', label: 'Error' },
  { stride: 'approval', label: 'Approval' },
  { stride: 'bookmark', label: 'Bookmark' },
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
      <StepItems onStep={onStep} />
    </Menu>
  )
}

/** In any menu. */
export function StepItems({ onStep }: { readonly onStep: (step: Step) => void }) {
  return listed.map((one) => <StrideItems key={one.stride} words={one} onStep={onStep} />)
}

interface StrideItemsProps {
  readonly words: StrideWords
  readonly onStep: (step: Step) => void
}

function StrideItems({ words: { stride, label }, onStep }: StrideItemsProps) {
  const { canStep } = useStepping()
  useMoment()
  const keys = [useWrittenKeys(`step-previous-${stride}`), useWrittenKeys(`step-next-${stride}`)]
  const item = (direction: Step['direction'], name: string) => (
    <MenuItem
      isDisabled={!canStep({ stride, direction })}
      onSelect={() => onStep({ stride, direction })}
    >
      {name}
    </MenuItem>
  )
  return (
    <MenuGroup label={label} fact={keys.filter(Boolean).join(' ')} isInline>
      {item('previous', 'Previous')}
      {item('next', 'Next')}
    </MenuGroup>
  )
}
