import type { Model, Provider } from '#shared/contract/models.ts'
import { useProviders } from '../client/documents.ts'
import { Button } from '../ui/button.tsx'
import { Menu, MenuChoices } from '../ui/menu.tsx'
import { cheaperThan } from './cheaper-models.ts'

export interface CheaperModelProps {
  /** The one at work, as `provider:model`. */
  readonly model: string
  readonly isBusy: boolean
  readonly onChoose: (model: string) => void
}

/** The models that are ready and cost less, to go on with in place of more money; absent where there is none. */
export function CheaperModel({ model, isBusy, onChoose }: CheaperModelProps) {
  const { data: providers = [] } = useProviders()
  const groups = cheaperThan(model, providers)
  if (groups.length === 0) return null
  return (
    <Menu side="top" trigger={<Button disabled={isBusy}>Cheaper model…</Button>}>
      {groups.map((provider) => (
        <MenuChoices
          key={provider.id}
          label={provider.label}
          value={undefined}
          choices={choicesOf(provider)}
          onChoose={onChoose}
        />
      ))}
    </Menu>
  )
}

function choicesOf({ models }: Pick<Provider, 'models'>) {
  return models.map((model) => ({ value: model.name, label: model.label, hint: priceOf(model) }))
}

function priceOf({ price }: Model): string | undefined {
  return price && `$${price.inputUsd} in, $${price.outputUsd} out for a million tokens`
}
