import { ChevronDown, KeyRound } from 'lucide-react'
import type { Model, Provider } from '#shared/contract/procedures/models.ts'
import type { StatusState } from '#shared/projections/status.ts'
import { ModelName, Profile } from '#shared/settings/settings.ts'
import { useNavigation } from '../../navigation/navigation.tsx'
import { useHostQuery } from '../../queries/host-query.ts'
import { useModelLabel } from '../../queries/models.ts'
import { useCommands, useSessionView } from '../../session/session-context.tsx'
import { useProjection } from '../../session/use-projection.ts'
import { Menu, MenuChoices, MenuItem } from '../../ui/overlays/menu.tsx'
import styles from './prompt.module.css'
import { useNextModel } from './use-prompt.ts'

const profiles: readonly { value: Profile; label: string; hint: string }[] = [
  { value: 'restricted', label: 'restricted', hint: 'Reads only.' },
  {
    value: 'standard',
    label: 'standard',
    hint: 'Reads and writes the project, and asks before it runs a command.',
  },
  { value: 'trusted', label: 'trusted', hint: 'Runs commands too.' },
]

/** What the agent may do in this session. */
export function ProfilePicker() {
  const commands = useCommands()
  const profile = useProjection(useSessionView(), 'status', selectProfile)
  const choose = (value: string) => {
    void commands?.configure({ profile: Profile.parse(value) }).catch(() => undefined)
  }
  return (
    <Menu side="top" trigger={<PickerButton label="Profile" value={profile} isOff={!commands} />}>
      <MenuChoices label="Profile" value={profile} choices={profiles} onChoose={choose} />
    </Menu>
  )
}

/** The model of this session's next runs. */
export function ModelPicker() {
  const commands = useCommands()
  const { openSettings } = useNavigation()
  const { data: providers = [] } = useHostQuery('models.list', {})
  const { name, ref } = useNextModel()
  const ready = providers.filter(({ isReady }) => isReady)
  const choose = (value: string) => {
    void commands?.configure({ model: ModelName.parse(value) }).catch(() => undefined)
  }
  const shown = useModelLabel(ref) ?? 'choose a model'
  return (
    <Menu side="top" trigger={<PickerButton label="Model" value={shown} isOff={!commands} />}>
      {ready.map((provider) => (
        <MenuChoices
          key={provider.id}
          label={provider.label}
          value={name}
          choices={choicesOf(provider)}
          onChoose={choose}
        />
      ))}
      <MenuItem icon={<KeyRound aria-hidden="true" />} onSelect={() => openSettings('models')}>
        Models and keys…
      </MenuItem>
    </Menu>
  )
}

function choicesOf({ models, isScripted }: Provider) {
  return models.map(({ name, label, price }) => ({
    value: name,
    label,
    hint: isScripted ? 'Follows a script. Needs no key and costs nothing.' : undefined,
    fact: isScripted ? undefined : tellPrice(price),
  }))
}

/** For a million tokens. */
function tellPrice(price: Model['price']): string {
  return price ? `$${price.inputUsd} in, $${price.outputUsd} out` : 'unpriced'
}

interface PickerButtonProps {
  readonly label: string
  readonly value: string
  readonly isOff: boolean
}

function PickerButton({ label, value, isOff, ...rest }: PickerButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={styles.picker}
      data-command={label.toLowerCase()}
      disabled={isOff}
      aria-label={`${label}: ${value}`}
      title={`${label}: ${value}`}
    >
      <span>{value}</span>
      <ChevronDown aria-hidden="true" />
    </button>
  )
}

const selectProfile = (state: StatusState) => state.profile ?? 'standard'
