import { ShieldQuestionMark, X } from 'lucide-react'
import type { ProjectId } from '#shared/ids.ts'
import type { StatusState } from '#shared/projections/status.ts'
import { useTrust } from '../../client/documents.ts'
import { useNavigation } from '../../client/navigation.tsx'
import { useLiveView } from '../../client/session-context.tsx'
import { useToldStartables } from '../../client/told-startables.ts'
import { useProjection } from '../../client/use-projection.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './trust-notice.module.css'
import { tellWaiting } from './trust-words.ts'

/** Tells once that the project's files name what nobody has trusted, and again after a change. */
export function TrustNotice() {
  const projectId = useProjection(useLiveView(), 'status', selectProject)
  return projectId ? <Waiting projectId={projectId} /> : null
}

function Waiting({ projectId }: { readonly projectId: ProjectId }) {
  const { data } = useTrust(projectId)
  const { told, tell } = useToldStartables(projectId)
  const { openSettings } = useNavigation()
  const waiting = data?.startables.filter(({ isTrusted }) => !isTrusted) ?? []
  if (waiting.every(({ hash }) => told.has(hash))) return null
  const hide = (button: HTMLElement) => {
    tell(waiting.map(({ hash }) => hash))
    // It goes with its buttons: the focus stays beside them.
    findField(button)?.focus()
  }
  return (
    <section className={styles.notice} aria-label="Not trusted yet">
      <ShieldQuestionMark aria-hidden="true" />
      <div className={styles.said}>
        <p>{tellWaiting(waiting)}</p>
        <Button
          isSmall
          onClick={({ currentTarget }) => {
            hide(currentTarget)
            openSettings('trust')
          }}
        >
          {waiting.length === 1 ? 'Look at it…' : 'Look at them…'}
        </Button>
      </div>
      <IconButton
        isSmall
        label="Hide until something changes"
        onClick={({ currentTarget }) => hide(currentTarget)}
      >
        <X aria-hidden="true" />
      </IconButton>
    </section>
  )
}

function findField(button: HTMLElement): HTMLElement | null | undefined {
  return button.closest('[data-panel]')?.querySelector<HTMLElement>('[data-focus="prompt"]')
}

const selectProject = (state: StatusState) => state.projectId
