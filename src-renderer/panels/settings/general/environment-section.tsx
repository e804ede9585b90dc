import { useState } from 'react'
import type { ProjectEnvironment } from '#shared/contract/procedures/settings.ts'
import type { ProjectId } from '#shared/lib/ids.ts'
import { VariableName } from '#shared/settings/settings.ts'
import { useHost } from '../../../connection/host-context.tsx'
import { useHostQuery } from '../../../queries/host-query.ts'
import { useCommand } from '../../../queries/use-command.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Empty, Failure, Loading } from '../../../ui/loading/notice.tsx'
import styles from '../controls/settings.module.css'
import type { SettingsPlace } from '../controls/use-settings-scope.ts'
import formStyles from './environment-section.module.css'

/** Which variables of Orrery's environment the programs of agents get in a project. */
export function EnvironmentSection({ projectId, projectName }: SettingsPlace) {
  if (!projectId) {
    return (
      <Empty>Variables are allowed by project. Open one of its sessions to see them here.</Empty>
    )
  }
  return (
    <>
      <p className={styles.hint}>
        Agents’ commands, MCP servers, language servers and debuggers in {projectName} get the usual
        variables, such as PATH and HOME, and those that you allow here. Commands get a change at
        once, servers when they next start.
      </p>
      <Variables projectId={projectId} />
    </>
  )
}

interface VariablesProps {
  readonly projectId: ProjectId
}

function Variables({ projectId }: VariablesProps) {
  const { data: environment, error, isLoading } = useHostQuery('environment.read', { projectId })
  if (isLoading) return <Loading label="Loading the variables" rows={4} />
  if (error || !environment) return <Failure>Can’t load the variables. {error?.message}</Failure>
  return (
    <>
      <Allowed projectId={projectId} environment={environment} />
      <AllowForm projectId={projectId} />
      <Withheld projectId={projectId} environment={environment} />
    </>
  )
}

interface ListProps extends VariablesProps {
  readonly environment: ProjectEnvironment
}

function Allowed({ projectId, environment: { allowed } }: ListProps) {
  const client = useHost()
  const withhold = useCommand((name: string) =>
    client['environment.withhold']({ projectId, names: [name] }),
  )
  return (
    <>
      <h4 className={styles.part}>Allowed</h4>
      {allowed.length === 0 && <Empty>No variables are allowed in this project.</Empty>}
      {withhold.error && <Failure>{withhold.error}</Failure>}
      <ul className={styles.rows} aria-label="Allowed variables">
        {allowed.map(({ name, isSet }) => (
          <li key={name} className={styles.row}>
            <span className={styles.what}>
              <code>{name}</code>
              {!isSet && <small>Not set where Orrery runs</small>}
            </span>
            <Button
              isSmall
              disabled={withhold.isRunning}
              aria-label={`Withhold ${name}`}
              onClick={() => void withhold.run?.(name)}
            >
              Withhold
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Also a variable that isn't set yet can be allowed. */
function AllowForm({ projectId }: VariablesProps) {
  const client = useHost()
  const [name, setName] = useState('')
  const [wrong, setWrong] = useState<string>()
  const allow = useCommand(async (variable: string) => {
    await client['environment.allow']({ projectId, names: [variable] })
    setName('')
  })
  const submit = () => {
    const parsed = VariableName.safeParse(name.trim())
    setWrong(parsed.error?.issues[0]?.message)
    if (parsed.success) void allow.run?.(parsed.data)
  }
  return (
    <form
      className={formStyles.form}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Field
        label="Variable to allow"
        isLabelHidden
        placeholder="Variable name"
        value={name}
        error={wrong ?? allow.error}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" disabled={name.trim() === '' || allow.isRunning}>
        Allow
      </Button>
    </form>
  )
}

function Withheld({ projectId, environment: { withheld } }: ListProps) {
  const client = useHost()
  const allow = useCommand((name: string) =>
    client['environment.allow']({ projectId, names: [name] }),
  )
  return (
    <>
      <h4 className={styles.part}>Withheld</h4>
      {withheld.length === 0 && <Empty>Orrery’s environment has no other variables.</Empty>}
      {allow.error && <Failure>{allow.error}</Failure>}
      <ul className={styles.rows} aria-label="Withheld variables">
        {withheld.map((name) => (
          <li key={name} className={styles.row}>
            <span className={styles.what}>
              <code>{name}</code>
            </span>
            {VariableName.safeParse(name).success ? (
              <Button
                isSmall
                disabled={allow.isRunning}
                aria-label={`Allow ${name}`}
                onClick={() => void allow.run?.(name)}
              >
                Allow
              </Button>
            ) : (
              <small>Never allowed</small>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
