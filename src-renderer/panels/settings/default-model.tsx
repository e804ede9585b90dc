import type { Provider } from '#shared/contract/models.ts'
import { ModelName } from '#shared/settings.ts'
import { useSettings } from '../../client/documents.ts'
import { useHost } from '../../client/host-context.tsx'
import { useCommand } from '../../client/use-command.ts'
import { Failure } from '../../ui/notice.tsx'
import { modelChoices, unchosenLabel } from './model-choices.ts'
import styles from './settings.module.css'

/** Which model a new session begins with. */
export function DefaultModel({ providers }: { readonly providers: readonly Provider[] }) {
  const client = useHost()
  const chosen = useSettings().data?.model
  const change = useCommand(client['settings.change'])
  return (
    <>
      <label className={styles.line}>
        <span>Model of new sessions</span>
        <select
          className={styles.select}
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
