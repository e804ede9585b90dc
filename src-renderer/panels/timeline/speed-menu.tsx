import { SPEEDS, type Speed } from '../../client/pace.ts'
import { usePlayhead } from '../../client/session-context.tsx'
import { Menu, MenuChoices, MenuSwitch } from '../../ui/menu.tsx'
import { TransportButton } from './transport-button.tsx'

/** How fast it plays, and whether waits are played too. */
export function SpeedMenu() {
  const { speed, waitsInFull, setSpeed, setWaitsInFull } = usePlayhead()
  const trigger = <TransportButton label={`Speed ${speed}×`}>{speed}×</TransportButton>
  return (
    <Menu trigger={trigger} side="top">
      <MenuChoices
        label="Speed"
        value={String(speed)}
        choices={choices}
        onChoose={(chosen) => setSpeed(toSpeed(chosen))}
      />
      <MenuSwitch
        isOn={waitsInFull}
        hint="Else what is folded here passes quickly."
        onChange={setWaitsInFull}
      >
        Play waits in full
      </MenuSwitch>
    </Menu>
  )
}

const choices = SPEEDS.map((speed) => ({ value: String(speed), label: `${speed}×` }))

function toSpeed(value: string): Speed {
  return SPEEDS.find((speed) => String(speed) === value) ?? 1
}
