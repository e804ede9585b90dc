import { besideSpeed, SPEEDS, type Speed } from '../../client/pace.ts'
import { usePlayheadControls, usePlayheadValue } from '../../client/session-context.tsx'
import { useWrittenKeys } from '../../client/shortcuts.ts'
import { Menu, MenuChoices, MenuGroup, MenuItem, MenuSwitch } from '../../ui/menu.tsx'
import { TransportButton } from './transport-button.tsx'

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
