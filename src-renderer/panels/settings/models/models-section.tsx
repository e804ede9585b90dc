import { ArrowDown, ArrowUp, X } from 'lucide-react'
import type { Model, Provider } from '#shared/contract/procedures/models.ts'
import { Fallbacks, ModelName } from '#shared/settings/settings.ts'
import { useHost } from '../../../connection/host-context.tsx'
import { useHostQuery } from '../../../queries/host-query.ts'
import { preselectModel } from '../../../queries/models.ts'
import { useCommand } from '../../../queries/use-command.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Failure, Loading } from '../../../ui/loading/notice.tsx'
import shared from '../controls/settings.module.css'
import styles from './models.module.css'
import { OwnModels, PriceTable } from './own-models.tsx'
import { ProviderRow } from './provider-row.tsx'

/** Who provides models, which of them sessions begin with, and what a person knows of them. */
export function ModelsSection() {
  const { data: providers, error, isLoading } = useHostQuery('models.list', {})
  const { data: settings } = useHostQuery('settings.read', {})
  const { data: host } = useHostQuery('host.describe', {})
  return (
    <>
      <p className={shared.hint}>
        Keys are taken from the environment, or kept by Orrery; never in a session or an export.{' '}
        {host?.secrets}
      </p>
      {isLoading && <Loading label="Loading the models" rows={6} />}
      {error && <Failure>The models could not be listed. {error.message}</Failure>}
      <ul className={shared.rows} aria-label="Providers">
        {providers?.map((provider) => (
          <ProviderRow key={provider.id} provider={provider} />
        ))}
      </ul>
      {providers && settings && (
        <>
          <h4 className={shared.part}>New sessions</h4>
          <DefaultModel providers={providers} />
          <FallbackList providers={providers} chosen={settings.fallbacks} />
          <OwnModels models={settings.models} />
          <PriceTable providers={providers} own={settings.models} />
        </>
      )}
    </>
  )
}

/** Which model a new session begins with. */
function DefaultModel({ providers }: { readonly providers: readonly Provider[] }) {
  const client = useHost()
  const chosen = useHostQuery('settings.read', {}).data?.model
  const change = useCommand(client['settings.change'])
  return (
    <>
      <label className={shared.line}>
        <span>Model of new sessions</span>
        <select
          className={shared.select}
          value={chosen ?? ''}
          onChange={({ target: { value } }) =>
            void change.run?.({ model: value ? ModelName.parse(value) : null })
          }
        >
          <option value="">{unchosenLabel(providers)}</option>
          {modelChoices(providers, chosen).map(({ label, models }) => (
            <optgroup key={label} label={label}>
              {models.map(({ name, label: model }) => (
                <option key={name} value={name}>
                  {model}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      {change.error && <Failure>{change.error}</Failure>}
    </>
  )
}

interface FallbackListProps {
  readonly providers: readonly Provider[]
  readonly chosen: readonly ModelName[]
}

/** Models to go on with, in their order, where the session's own can't be had. */
function FallbackList({ providers, chosen }: FallbackListProps) {
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

interface ModelGroup {
  readonly label: string
  readonly models: readonly Pick<Model, 'name' | 'label'>[]
}

/** What new sessions begin with where a person has chosen nothing. */
export function unchosenLabel(providers: readonly Provider[]): string {
  const name = preselectModel(providers)
  if (name === undefined) return 'None: choose in each session'
  const provider = providers.find(({ models }) => models.some((model) => model.name === name))
  const model = provider?.models.find((one) => one.name === name)
  if (provider?.isScripted) return 'The scripted demo agent, until a key is added'
  return `${model?.label ?? name}: only ${provider?.label ?? 'it'} is ready`
}

/** The models that are ready, by provider, and the chosen one, whether it is or not. */
export function modelChoices(
  providers: readonly Provider[],
  chosen: string | undefined,
): readonly ModelGroup[] {
  const ready = providers.filter(({ isReady, models }) => isReady && models.length > 0)
  const isListed = ready.some(({ models }) => models.some(({ name }) => name === chosen))
  if (chosen === undefined || isListed) return ready
  return [...ready, { label: 'Not ready', models: [{ name: chosen, label: chosen }] }]
}
