import { useVirtualizer } from '@tanstack/react-virtual'
import { MessageSquarePlus, Plus } from 'lucide-react'
import { useRef } from 'react'
import type { StatusState } from '#shared/projections/status.ts'
import { useSessions } from '../../client/documents.ts'
import { useHost } from '../../client/host-context.tsx'
import { useNavigation } from '../../client/navigation.tsx'
import { useLiveView } from '../../client/session-context.tsx'
import { useCommand } from '../../client/use-command.ts'
import { useProjection } from '../../client/use-projection.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Empty, Failure, Loading } from '../../ui/notice.tsx'
import { PanelBar } from '../../ui/panel-bar.tsx'
import { SessionRow } from './session-row.tsx'
import styles from './sessions-panel.module.css'

const ROW = 48

/** The sessions of this project, most recently changed first. */
export function SessionsPanel() {
  const projectId = useProjection(useLiveView(), 'status', selectProject)
  const { data, error, isLoading } = useSessions(projectId)
  const create = useCreate(projectId)
  return (
    <>
      <PanelBar className={styles.head}>
        <h2>Sessions</h2>
        <IconButton label="New session" onClick={() => void create.run?.()}>
          <Plus aria-hidden="true" />
        </IconButton>
      </PanelBar>
      {create.error && <Failure>{create.error}</Failure>}
      {error && <Failure>The sessions could not be listed. {error.message}</Failure>}
      {isLoading && <Loading label="Loading the sessions" />}
      {data?.length === 0 && (
        <Empty
          icon={<MessageSquarePlus aria-hidden="true" />}
          action={<Button onClick={() => void create.run?.()}>New session</Button>}
        >
          The sessions of this project appear here.
        </Empty>
      )}
      {data && data.length > 0 && <SessionList sessions={data} />}
    </>
  )
}

function useCreate(projectId: StatusState['projectId']) {
  const client = useHost()
  const { openSession } = useNavigation()
  return useCommand(async () => {
    if (!projectId) return
    const { sessionId } = await client['sessions.create']({ projectId })
    openSession(sessionId)
  })
}

type Sessions = NonNullable<ReturnType<typeof useSessions>['data']>

function SessionList({ sessions }: { readonly sessions: Sessions }) {
  const scroller = useRef<HTMLDivElement>(null)
  const list = useVirtualizer({
    count: sessions.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    getItemKey: (index) => sessions[index]?.id ?? index,
    overscan: 6,
  })
  return (
    <div ref={scroller} className={styles.scroller}>
      <ul style={{ height: list.getTotalSize(), position: 'relative' }}>
        {list.getVirtualItems().map(({ index, key, start }) => {
          const session = sessions[index]
          return (
            <li key={key} className={styles.place} style={{ transform: `translateY(${start}px)` }}>
              {session && <SessionRow session={session} />}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

const selectProject = (state: StatusState) => state.projectId
