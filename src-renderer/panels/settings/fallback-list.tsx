import { ArrowDown, ArrowUp, X } from 'lucide-react'
import type { Provider } from '#shared/contract/models.ts'
import { Fallbacks, ModelName } from '#shared/settings.ts'
import { useHost } from '../../client/host-context.tsx'
import { useCommand } from '../../client/use-command.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Failure } from '../../ui/notice.tsx'
import { modelChoices } from './model-choices.ts'
import styles from './models.module.css'
import shared from './settings.module.css'

export interface FallbackListProps {
  readonly providers: readonly Provider[]
  readonly chosen: readonly ModelName[]
}

/** Models to go on with, in their order, where the session's own can't be had. */
export function FallbackList({ providers, chosen }: FallbackListProps) {
  const client = useHost()
  const change = useCommand(client['settings.change'])
  const keep = (fallbacks: readonly ModelName[]) => void change.run?.({ fallbacks: [...fallbacks] })
  const isFull = !Fallbacks.safeParse([...chosen, 'any:model']).success
  return (
    <>
      <div className={shared.line}>
        <span id="fallbacks">
          If that can’t be had, go on with
          <small className={styles.note}>
            On a refused key, a rate limit, no answer or overload.
          </small>
        </span>
        {!isFull && (
          <AddFallback
            providers={providers}
            chosen={chosen}
            onAdd={(one) => keep([...chosen, one])}
          />
        )}
      </div>
      {change.error && <Failure>{change.error}</Failure>}
      <ol className={shared.rows} aria-labelledby="fallbacks">
        {chosen.map((name, index) => (
          <li key={name} className={styles.fallback}>
            <span className={styles.number}>{index + 1}</span>
            <span className={styles.name} title={name}>
              {labelOf(providers, name)}
            </span>
            <IconButton
              label={`Earlier: ${name}`}
              disabled={index === 0}
              onClick={() => keep(moved(chosen, index, index - 1))}
            >
              <ArrowUp aria-hidden="true" />
            </IconButton>
            <IconButton
              label={`Later: ${name}`}
              disabled={index === chosen.length - 1}
              onClick={() => keep(moved(chosen, index, index + 1))}
            >
              <ArrowDown aria-hidden="true" />
            </IconButton>
            <IconButton
              label={`Leave out: ${name}`}
              onClick={() => keep(chosen.filter((one) => one !== name))}
            >
              <X aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ol>
    </>
  )
}

interface AddFallbackProps extends FallbackListProps {
  readonly onAdd: (name: ModelName) => void
}

function AddFallback({ providers, chosen, onAdd }: AddFallbackProps) {
  const choices = modelChoices(providers, undefined)
  return (
    <select
      className={shared.select}
      aria-label="Add a model to go on with"
      value=""
      onChange={({ target: { value } }) => onAdd(ModelName.parse(value))}
    >
      <option value="" disabled>
        Add a model…
      </option>
      {choices.map(({ label, models }) => (
        <optgroup key={label} label={label}>
          {models
            .filter(({ name }) => !chosen.some((one) => one === name))
            .map(({ name, label: model }) => (
              <option key={name} value={name}>
                {model}
              </option>
            ))}
        </optgroup>
      ))}
    </select>
  )
}

function labelOf(providers: readonly Provider[], name: ModelName): string {
  for (const { label, models } of providers) {
    const model = models.find((one) => one.name === name)
    if (model) return `${label} · ${model.label}`
  }
  return name
}

function moved(names: readonly ModelName[], from: number, to: number): readonly ModelName[] {
  const next = names.filter((_, index) => index !== from)
  const name = names[from]
  return name === undefined ? next : next.toSpliced(to, 0, name)
}
