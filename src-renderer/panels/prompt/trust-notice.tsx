import { ShieldQuestionMark, X } from 'lucide-react'
import type { Startable } from '#shared/contract/procedures/trust.ts'
import type { ProjectId } from '#shared/lib/ids.ts'
import type { StatusState } from '#shared/projections/status.ts'
import { useNavigation } from '../../navigation/navigation.tsx'
import { useHostQuery } from '../../queries/host-query.ts'
import { useToldStartables } from '../../queries/trust-announcements.ts'
import { useLiveView, useSessionId } from '../../session/session-context.tsx'
import { useProjection } from '../../session/use-projection.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import styles from './trust-notice.module.css'

/** Tells once that the project's files name what nobody has trusted, and again after a change. */
export function TrustNotice() {
  const projectId = useProjection(useLiveView(), 'status', selectProject)
  return projectId ? <Waiting projectId={projectId} /> : null
}

function Waiting({ projectId }: { readonly projectId: ProjectId }) {
  const sessionId = useSessionId()
  const { data } = useHostQuery('trust.list', { projectId, sessionId })
  const { told, tell } = useToldStartables(projectId)
  const { openSettings } = useNavigation()
  // Agents change files all the time: those that they changed are named at the next start.
  // What git would run matters to a commit alone, whose dialog names it.
  const waiting =
    data?.startables.filter((one) => !one.isTrusted && !one.changed && one.kind !== 'git') ?? []
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

const nouns: Readonly<Record<Startable['kind'], string>> = {
  server: 'MCP server',
  'language-server': 'language server',
  debugger: 'debugger',
  hook: 'hook',
  setup: 'set-up command',
  model: 'model',
  git: 'git program',
}

/** What waits for trust, as a sentence; and that nothing comes of it meanwhile. */
export function tellWaiting(waiting: readonly Pick<Startable, 'kind'>[]): string {
  const counts = Map.groupBy(waiting, ({ kind }) => kind)
  const named = [...counts].map(([kind, { length }]) => formatNumber(length, nouns[kind]))
  const it = waiting.length === 1 ? 'It is not' : 'None is'
  return `This project’s files name ${join(named)}. ${it} used before you trust it.`
}

function join(parts: readonly string[]): string {
  const before = parts.slice(0, -1).join(', ')
  return [before, ...parts.slice(-1)].filter(Boolean).join(' and ')
}
