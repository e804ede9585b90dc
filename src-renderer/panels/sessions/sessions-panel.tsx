import { MessageSquarePlus, Plus, ScanSearch, SearchX } from 'lucide-react'
import { type Ref, useRef } from 'react'
import { z } from 'zod'
import type { SessionSummary } from '#shared/contract/sessions.ts'
import type { StatusState } from '#shared/projections/status.ts'
import { useSessions } from '../../client/documents.ts'
import { useHost } from '../../client/host-context.tsx'
import { useKeptState } from '../../client/kept-state.ts'
import { useNavigation } from '../../client/navigation.tsx'
import { useLiveView } from '../../client/session-context.tsx'
import { useCommand } from '../../client/use-command.ts'
import { useProjection } from '../../client/use-projection.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { formatCount } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Empty, Failure, Loading } from '../../ui/notice.tsx'
import { PanelBar } from '../../ui/panel-bar.tsx'
import { Listing, listSessions } from './listed-sessions.ts'
import { ListingMenu, outcomes } from './listing-menu.tsx'
import { type ListHandle, SessionList } from './session-list.tsx'
import { toTree } from './session-tree.ts'
import styles from './sessions-panel.module.css'

/** The sessions there are, most recently changed first unless another order is chosen. */
export function SessionsPanel() {
  const projectId = useProjection(useLiveView(), 'status', selectProject)
  const [listing, change] = useKeptState('orrery.sessions', Listing)
  const isMixed = listing.where === 'everything'
  const { data, error, isLoading } = useSessions(isMixed ? undefined : projectId)
  const create = useCreate(projectId)
  const { openReview } = useNavigation()
  const list = useRef<ListHandle>(null)
  const shown = listSessions(data ?? [], listing)
  return (
    <div className={styles.panel}>
      <PanelBar className={styles.head}>
        <h2>Sessions</h2>
        <ListingMenu listing={listing} onChange={change} />
        {projectId && (
          <IconButton
            label="Review changes of the project…"
            onClick={() => openReview({ projectId })}
          >
            <ScanSearch aria-hidden="true" />
          </IconButton>
        )}
        <IconButton label="New session" onClick={() => void create.run?.()}>
          <Plus aria-hidden="true" />
        </IconButton>
      </PanelBar>
      <div className={styles.find}>
        <Field
          label="Find a session by its name or first prompt"
          isLabelHidden
          placeholder="Find by name or prompt"
          type="search"
          value={listing.text}
          onChange={({ target }) => change({ text: target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            list.current?.focusFirst()
          }}
        />
      </div>
      <Chosen
        listing={listing}
        count={shown.length}
        onClear={() => change({ text: '', where: 'project', outcome: 'all' })}
      />
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
      {data && data.length > 0 && shown.length === 0 && (
        <Empty icon={<SearchX aria-hidden="true" />}>No session is as you asked for.</Empty>
      )}
      {shown.length > 0 && <Tree ref={list} sessions={shown} listing={listing} />}
    </div>
  )
}

interface TreeProps {
  readonly sessions: readonly SessionSummary[]
  readonly listing: Listing
  readonly ref: Ref<ListHandle>
}

/** What is looked for is shown, also where a person has closed what it hangs from. */
function Tree({ sessions, listing, ref }: TreeProps) {
  const [{ ids }, keep] = useKeptState('orrery.sessions.closed', Closed)
  const { text, outcome, order, where } = listing
  const isFiltered = text.trim() !== '' || outcome !== 'all'
  const closed = new Set(isFiltered ? [] : ids)
  const rows = toTree(sessions, { closed, isByFirst: order !== 'name' })
  const turn = ({ id }: SessionSummary, isOpen: boolean) =>
    keep({ ids: isOpen ? ids.filter((one) => one !== id) : [...ids, id] })
  return <SessionList ref={ref} rows={rows} isMixed={where === 'everything'} onTurn={turn} />
}

/** Sessions whose forks are not shown. */
const Closed = z.object({ ids: z.array(z.string()).catch([]) })

interface ChosenProps {
  readonly listing: Listing
  readonly count: number
  readonly onClear: () => void
}

/** What the list leaves out, or takes in besides. */
function Chosen({ listing, count, onClear }: ChosenProps) {
  const { where, outcome, text } = listing
  const chosen = [
    ...(where === 'everything' ? ['all projects'] : []),
    ...(outcome === 'all' ? [] : [outcomes[outcome].toLowerCase()]),
    ...(text.trim() === '' ? [] : [`“${text.trim()}”`]),
  ]
  if (chosen.length === 0) return null
  return (
    <div className={styles.chosen}>
      <span>
        {formatCount(count)} · {chosen.join(', ')}
      </span>
      <button type="button" onClick={onClear}>
        Clear
      </button>
    </div>
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

const selectProject = (state: StatusState) => state.projectId
