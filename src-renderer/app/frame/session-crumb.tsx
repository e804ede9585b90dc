import { GitFork } from 'lucide-react'
import { useState } from 'react'
import type { StatusState } from '#shared/projections/status.ts'
import { useNavigation } from '../../navigation/navigation.tsx'
import { useHostQuery } from '../../queries/host-query.ts'
import { useCommands, useSessionView } from '../../session/session-context.tsx'
import { useProjection } from '../../session/use-projection.ts'
import { formatClock } from '../../ui/text/format.ts'
import { VisuallyHidden } from '../../ui/text/visually-hidden.tsx'
import styles from './session-crumb.module.css'

/** Project / session; the title is renamed where it stands. */
export function SessionCrumb() {
  const view = useSessionView()
  const project = useProjection(view, 'status', selectProject)
  const title = useProjection(view, 'status', selectTitle)
  const commands = useCommands()
  const { openWelcome } = useNavigation()
  const [isRenaming, setRenaming] = useState(false)
  const finish = (text: string) => {
    setRenaming(false)
    if (text.trim() && text !== title) void commands?.rename(text.trim()).catch(() => undefined)
  }
  return (
    <>
      <VisuallyHidden>
        <h1>{title ?? 'New session'}</h1>
      </VisuallyHidden>
      <button type="button" className={styles.project} onClick={openWelcome} title="All projects">
        {project}
      </button>
      <span className={styles.separator} aria-hidden="true">
        /
      </span>
      {isRenaming && commands ? (
        <TitleField title={title ?? ''} onDone={finish} />
      ) : (
        <button
          type="button"
          className={styles.title}
          data-command="rename"
          onClick={() => setRenaming(true)}
          disabled={!commands}
          title={title ? `${title} — rename` : 'Rename'}
        >
          {title ?? 'New session'}
        </button>
      )}
      <Origin />
    </>
  )
}

/** Of a fork: the way back to the instant it began at, as long as that session is there. */
function Origin() {
  const forkedFrom = useProjection(useSessionView(), 'status', selectOrigin)
  const { data: sessions } = useHostQuery('sessions.list', {})
  const { openSession } = useNavigation()
  if (!forkedFrom) return null
  const { sessionId, seq, at, title } = forkedFrom
  const isThere = sessions?.some(({ id }) => id === sessionId) ?? false
  const from = `Forked from “${title || 'another session'}” at ${formatClock(at)}`
  return (
    <button
      type="button"
      className={styles.origin}
      disabled={!isThere}
      title={isThere ? from : `${from}, which is deleted`}
      aria-label={from}
      onClick={() => openSession(sessionId, seq)}
    >
      <GitFork aria-hidden="true" />
      <span>{formatClock(at)}</span>
    </button>
  )
}

interface TitleFieldProps {
  readonly title: string
  readonly onDone: (text: string) => void
}

function TitleField({ title, onDone }: TitleFieldProps) {
  return (
    <input
      className={styles.field}
      aria-label="Title of the session"
      defaultValue={title}
      maxLength={200}
      ref={(field) => field?.select()}
      onBlur={(event) => onDone(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onDone(event.currentTarget.value)
        if (event.key === 'Escape') onDone(title)
      }}
    />
  )
}

const selectProject = (state: StatusState) => state.projectName ?? 'Project'
const selectTitle = (state: StatusState) => state.title
const selectOrigin = (state: StatusState) => state.forkedFrom
