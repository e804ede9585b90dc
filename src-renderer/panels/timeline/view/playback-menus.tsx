import { ListOrdered } from 'lucide-react'
import { useWrittenKeys } from '../../../keyboard/shortcuts.ts'
import {
  useMoment,
  usePlayheadControls,
  usePlayheadValue,
} from '../../../session/session-context.tsx'
import { besideSpeed, SPEEDS, type Speed } from '../../../session/store/playback-speed.ts'
import { Menu, MenuChoices, MenuGroup, MenuItem, MenuSwitch } from '../../../ui/overlays/menu.tsx'
import { useStepping } from '../input/timeline-keys.ts'
import type { Step, Stride } from '../model/playhead-steps.ts'
import { icon, TransportButton } from './transport-button.tsx'

/** How fast it plays, and whether waits are played too. */
export function SpeedMenu() {
  const { setSpeed } = usePlayheadControls()
  const speed = usePlayheadValue((state) => state.speed)
  const trigger = <TransportButton label={`Speed ${speed}×`}>{speed}×</TransportButton>
  return (
    <Menu trigger={trigger} side="top">
      <MenuChoices
        label="Speed"
        value={String(speed)}
        choices={choices}
        onChoose={(chosen) => setSpeed(toSpeed(chosen))}
      />
      <WaitsSwitch />
    </Menu>
  )
}

/** The same in two lines of a menu that has more. */
export function SpeedItems() {
  const { setSpeed } = usePlayheadControls()
  const speed = usePlayheadValue((state) => state.speed)
  const keys = [useWrittenKeys('play-slower'), useWrittenKeys('play-faster')]
  const item = (direction: 'slower' | 'faster', name: string) => {
    const beside = besideSpeed(speed, direction)
    return (
      <MenuItem isDisabled={beside === speed} onSelect={() => setSpeed(beside)}>
        {name}
      </MenuItem>
    )
  }
  return (
    <>
      <MenuGroup label={`Speed ${speed}×`} fact={keys.filter(Boolean).join(' ')} isInline>
        {item('slower', 'Slower')}
        {item('faster', 'Faster')}
      </MenuGroup>
      <WaitsSwitch />
    </>
  )
}

function WaitsSwitch() {
  const { setWaitsInFull } = usePlayheadControls()
  const waitsInFull = usePlayheadValue((state) => state.waitsInFull)
  return (
    <MenuSwitch
      isOn={waitsInFull}
      hint="Else what is folded here passes quickly."
      onChange={setWaitsInFull}
    >
      Play waits in full
    </MenuSwitch>
  )
}

const choices = SPEEDS.map((speed) => ({ value: String(speed), label: `${speed}×` }))

function toSpeed(value: string): Speed {
  return SPEEDS.find((speed) => String(speed) === value) ?? 1
}

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

function StrideItems({
  words: { stride, label },
  onStep,
}: {
  readonly words: StrideWords
  readonly onStep: (step: Step) => void
}) {
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
