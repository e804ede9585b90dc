import { ChevronDown } from 'lucide-react'
import { ModelName, splitModelName } from '#shared/settings.ts'
import { useProviders } from '../../client/documents.ts'
import { useModelLabel } from '../../client/use-model-label.ts'
import { Menu, MenuChoices } from '../../ui/menu.tsx'
import styles from './review-dialog.module.css'
import type { ReviewModelState } from './use-review-model.ts'

export interface ReviewModelProps extends Pick<ReviewModelState, 'isSessions' | 'name'> {
  readonly onChoose: (model: ModelName) => void
}

/** The model that reviews. */
export function ReviewModel({ isSessions, name, onChoose }: ReviewModelProps) {
  const { data: providers = [] } = useProviders()
  const label = useModelLabel(name === undefined ? undefined : splitModelName(name))
  if (isSessions) return <div className={styles.mean}>With the session’s model</div>
  const shown = label ?? 'choose a model'
  const trigger = (
    <button type="button" className={styles.model} aria-label={`Model: ${shown}`}>
      <span>{shown}</span>
      <ChevronDown aria-hidden="true" />
    </button>
  )
  return (
    <div className={styles.mean}>
      <span aria-hidden="true">Model</span>
      <Menu trigger={trigger}>
        {providers
          .filter(({ isReady }) => isReady)
          .map(({ id, label: provider, models }) => (
            <MenuChoices
              key={id}
              label={provider}
              value={name}
              choices={models.map((one) => ({ value: one.name, label: one.label }))}
              onChoose={(value) => onChoose(ModelName.parse(value))}
            />
          ))}
      </Menu>
    </div>
  )
}
