import { ModelName } from '#shared/settings/settings.ts'
import { useHostQuery } from '../../../queries/host-query.ts'
import { useCommand } from '../../../queries/use-command.ts'
import { useCommands } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Menu, MenuChoices } from '../../../ui/overlays/menu.tsx'

/** The models that are ready, for a session whose own can't go on. */
export function ModelButton() {
  const { data: providers = [] } = useHostQuery('models.list', {})
  const commands = useCommands()
  const choose = useCommand(
    commands && ((model: string) => commands.configure({ model: ModelName.parse(model) })),
  )
  const ready = providers.filter(({ isReady, models }) => isReady && models.length > 0)
  if (ready.length === 0 || !choose.run) return null
  return (
    <Menu side="top" trigger={<Button isSmall>Choose another model…</Button>}>
      {ready.map(({ id, label, models }) => (
        <MenuChoices
          key={id}
          label={label}
          value={undefined}
          choices={models.map((model) => ({ value: model.name, label: model.label }))}
          onChoose={(model) => void choose.run?.(model)}
        />
      ))}
    </Menu>
  )
}
