import { KeyRound } from 'lucide-react'
import { Fragment } from 'react'
import type { ProjectId } from '#shared/lib/ids.ts'
import type { StatusState } from '#shared/projections/status.ts'
import { allowedVariables } from '#shared/settings/settings.ts'
import { useHost, useIsRecording } from '../../../connection/host-context.tsx'
import { useHostQuery } from '../../../queries/host-query.ts'
import { useCommand } from '../../../queries/use-command.ts'
import { useSessionView } from '../../../session/session-context.tsx'
import { useProjection } from '../../../session/use-projection.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useToasts } from '../../../ui/overlays/toasts.tsx'
import styles from './withheld-variables.module.css'

/** The variables that a failed program named and isn't given, each with a button that allows it. */
export function WithheldVariables({ names }: { readonly names: readonly string[] }) {
  const projectId = useProjection(useSessionView(), 'status', selectProject)
  const isRecording = useIsRecording()
  return (
    <section className={styles.withheld} aria-label="Withheld variables">
      <KeyRound aria-hidden="true" />
      <span>
        <Names names={names} /> {names.length === 1 ? 'is' : 'are'} withheld from agents’ programs.
      </span>
      {!isRecording &&
        projectId &&
        names.map((name) => <AllowVariable key={name} name={name} projectId={projectId} />)}
    </section>
  )
}

function Names({ names }: { readonly names: readonly string[] }) {
  return names.map((name, index) => (
    <Fragment key={name}>
      {index > 0 && ', '}
      <code>{name}</code>
    </Fragment>
  ))
}

function AllowVariable({
  name,
  projectId,
}: {
  readonly name: string
  readonly projectId: ProjectId
}) {
  const client = useHost()
  const { data: settings } = useHostQuery('settings.read', {})
  const { tellUndoable } = useToasts()
  const variable = { projectId, names: [name] }
  const allow = useCommand(async () => {
    await client['environment.allow'](variable)
    tellUndoable(`Allowed ${name} in this project.`, () => client['environment.withhold'](variable))
  })
  if (!settings) return null
  if (allowedVariables(settings, projectId).includes(name)) {
    return <span>The next command gets {name}.</span>
  }
  return (
    <>
      <Button isSmall disabled={allow.isRunning} onClick={() => void allow.run?.()}>
        Allow {name} in this project
      </Button>
      {allow.error && (
        <span role="alert" className={styles.error}>
          {allow.error}
        </span>
      )}
    </>
  )
}

const selectProject = (state: StatusState) => state.projectId
