import { ListFilter, MessageSquarePlus, Plus, ScanSearch, SearchX } from 'lucide-react'
import { type Ref, useRef } from 'react'
import { z } from 'zod'
import type { SessionSummary } from '#shared/contract/procedures/sessions.ts'
import type { StatusState } from '#shared/projections/status.ts'
import { useHost } from '../../connection/host-context.tsx'
import { useNavigation } from '../../navigation/navigation.tsx'
import { useHostQuery } from '../../queries/host-query.ts'
import { useCommand } from '../../queries/use-command.ts'
import { useLiveView } from '../../session/session-context.tsx'
import { useProjection } from '../../session/use-projection.ts'
import { useKeptState } from '../../ui/browser/persistent-state.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Empty, Failure, Loading } from '../../ui/loading/notice.tsx'
import { Menu, MenuChoices } from '../../ui/overlays/menu.tsx'
import { PanelBar } from '../../ui/panels/panel-bar.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { Listing, listSessions } from './listed-sessions.ts'
import { type ListHandle, SessionList } from './session-list.tsx'
import { toTree } from './session-tree.ts'
import styles from './sessions-panel.module.css'

/** The sessions there are, most recently changed first unless another order is chosen. */
export function SessionsPanel() {
  const projectId = useProjection(useLiveView(), 'status', selectProject)
  const [listing, change] = useKeptState('orrery.sessions', Listing)
  const isMixed = listing.where === 'everything'
  const { data, error, isLoading } = useHostQuery('sessions.list', {
    projectId: isMixed ? undefined : projectId,
  })
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
            label="Start code review of the project…"
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

const wheres = { project: 'This project', everything: 'All projects' } as const

const outcomes: Readonly<Record<Listing['outcome'], string>> = {
  all: 'Any',
  running: 'Running',
  waiting: 'Waiting for you',
  paused: 'Paused',
  ok: 'Ended well',
  failed: 'Failed',
  stopped: 'Stopped',
  new: 'Without runs',
}

const orders = { changed: 'Last changed', cost: 'Cost', name: 'Name' } as const

interface ListingMenuProps {
  readonly listing: Listing
  readonly onChange: (change: Partial<Listing>) => void
}

/** Which sessions are listed, and in what order. */
function ListingMenu({ listing, onChange }: ListingMenuProps) {
  const { where, outcome, order } = listing
  const isSet = where !== 'project' || outcome !== 'all' || order !== 'changed'
  return (
    <Menu
      align="end"
      trigger={
        <button
          type="button"
          className={styles.filter}
          aria-label="Filter and sort the sessions"
          data-set={isSet}
        >
          <ListFilter aria-hidden="true" />
        </button>
      }
    >
      <Choices
        label="Sessions of"
        names={wheres}
        value={where}
        onChoose={(chosen) => onChange({ where: chosen })}
      />
      <Choices
        label="Outcome"
        names={outcomes}
        value={outcome}
        onChoose={(chosen) => onChange({ outcome: chosen })}
      />
      <Choices
        label="Sort by"
        names={orders}
        value={order}
        onChoose={(chosen) => onChange({ order: chosen })}
      />
    </Menu>
  )
}

interface ChoicesProps<Value extends string> {
  readonly label: string
  readonly names: Readonly<Record<Value, string>>
  readonly value: Value
  readonly onChoose: (value: Value) => void
}

function Choices<Value extends string>({ label, names, value, onChoose }: ChoicesProps<Value>) {
  // The names are this object's own.
  const values = Object.keys(names) as Value[]
  return (
    <MenuChoices
      label={label}
      value={value}
      choices={values.map((one) => ({ value: one, label: names[one] }))}
      onChoose={(chosen) => {
        const found = values.find((one) => one === chosen)
        if (found) onChoose(found)
      }}
    />
  )
}
