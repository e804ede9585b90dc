import { Folder, FolderX, ScanSearch, X } from 'lucide-react'
import type { Project } from '#shared/contract/projects.ts'
import { useHostDescription, useProjects } from '../../client/documents.ts'
import { useHost } from '../../client/host-context.tsx'
import { useNavigation } from '../../client/navigation.tsx'
import { useToasts } from '../../client/toasts.ts'
import { useCommand } from '../../client/use-command.ts'
import { Chip, Dot } from '../../ui/chip.tsx'
import { classNames } from '../../ui/class-names.ts'
import { formatCost, formatNumber, formatPath } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Failure, Loading } from '../../ui/notice.tsx'
import type { Opening } from './use-opening.ts'
import styles from './welcome.module.css'

/** The projects opened last. */
export function RecentProjects({ opening }: { readonly opening: Opening }) {
  const { data, error, isLoading } = useProjects()
  if (error) return <Failure>The projects could not be listed. {error.message}</Failure>
  if (isLoading) return <Loading label="Loading the projects" rows={3} />
  if (!data?.length) return null
  return (
    <section aria-labelledby="recent">
      <h2 id="recent" className={styles.small}>
        Recent
      </h2>
      <ul className={styles.projects}>
        {data.map((project) => (
          <ProjectRow key={project.id} project={project} opening={opening} />
        ))}
      </ul>
    </section>
  )
}

interface ProjectRowProps {
  readonly project: Project
  readonly opening: Opening
}

function ProjectRow({ project, opening }: ProjectRowProps) {
  const { name, path, running, isMissing } = project
  const { data: host } = useHostDescription()
  const client = useHost()
  const { openReview } = useNavigation()
  const { tellUndoable } = useToasts()
  const forget = useCommand(async () => {
    const { id: projectId } = project
    await client['projects.forget']({ projectId })
    tellUndoable(`Took “${name}” off the list.`, () => client['projects.restore']({ projectId }))
  })
  return (
    <li className={styles.project} data-missing={isMissing}>
      <button
        type="button"
        disabled={isMissing || opening.project.isRunning}
        title={path}
        onClick={() => void opening.project.run?.(project)}
      >
        {isMissing ? <FolderX aria-hidden="true" /> : <Folder aria-hidden="true" />}
        <b>{name}</b>
        <span className={styles.path}>{formatPath(path, host?.homeDir)}</span>
        {running > 0 && (
          <Chip className={styles.running}>
            <Dot isLive /> running
          </Chip>
        )}
        <span className={styles.facts}>{isMissing ? 'no longer there' : factsOf(project)}</span>
      </button>
      {!isMissing && (
        <IconButton
          label={`Review changes of ${name}…`}
          className={classNames(styles.forget, styles.review)}
          onClick={() => openReview({ projectId: project.id })}
        >
          <ScanSearch aria-hidden="true" />
        </IconButton>
      )}
      <IconButton
        label={`Take ${name} off the list`}
        className={styles.forget}
        onClick={() => void forget.run?.()}
      >
        <X aria-hidden="true" />
      </IconButton>
    </li>
  )
}

function factsOf({ sessions, costUsd, unpricedCalls }: Project): string {
  const count = formatNumber(sessions, 'session')
  return costUsd === 0 && unpricedCalls === 0
    ? count
    : `${count} · ${formatCost(costUsd, unpricedCalls)}`
}
