import { Columns2, Diff, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import type { KeyboardEvent, Ref } from 'react'
import type { SessionSummary } from '#shared/contract/procedures/sessions.ts'
import { useNavigation } from '../../navigation/navigation.tsx'
import { useSessionId } from '../../session/session-context.tsx'
import { Dot } from '../../ui/buttons/chip.tsx'
import { OpenArrow } from '../../ui/buttons/open-arrow.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { formatAgo, formatClock, formatCost, formatNumber } from '../../ui/text/format.ts'
import { sessionStateOf } from './session-state.ts'
import type { TreeRow } from './session-tree.ts'
import styles from './sessions-panel.module.css'

interface SessionRowProps {
  readonly row: TreeRow
  /** Of all rows, from 0. */
  readonly index: number
  /** Where it stands in the list, in px. */
  readonly start: number
  /** It says of which project it is. */
  readonly isMixed: boolean
  /** Of all rows, this one is reached by Tab. */
  readonly isActive: boolean
  readonly onFocus: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onTurn: () => void
  readonly onDo: (what: 'rename' | 'delete') => void
  readonly ref: Ref<HTMLButtonElement> | undefined
}

/** One session: what it is called, what it is doing, what it cost; and where it was forked from. */
export function SessionRow(props: SessionRowProps) {
  const { row, index, start, onTurn } = props
  const { session, level, forks, isOpen } = row
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table lays its rows out itself.
    // biome-ignore lint/a11y/useFocusableInteractive: what is in it has the focus.
    <div
      role="row"
      aria-rowindex={index + 1}
      aria-level={level}
      aria-expanded={forks > 0 ? isOpen : undefined}
      className={styles.row}
      data-open={useSessionId() === session.id}
      style={{ transform: `translateY(${start}px)` }}
    >
      <Branch row={row} onTurn={onTurn} />
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
      <div role="gridcell" className={styles.cell}>
        <OpenSession {...props} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
      <div role="gridcell">
        <RowMenu {...props} />
      </div>
    </div>
  )
}

/** Lines to where it hangs from, and an arrow that turns its own forks. The keys of the list do the same. */
function Branch({ row, onTurn }: Pick<SessionRowProps, 'row' | 'onTurn'>) {
  const { goesOn, forks, isOpen, session } = row
  const hidden = Math.max(0, goesOn.length - DEEPEST)
  return (
    <span className={styles.branch} aria-hidden="true">
      {goesOn.slice(hidden).map((goes, at, { length }) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place.
          key={at}
          className={styles.line}
          data-elbow={at === length - 1 || undefined}
          data-through={goes || undefined}
        />
      ))}
      {forks > 0 ? (
        <button
          type="button"
          tabIndex={-1}
          className={styles.turn}
          aria-expanded={isOpen}
          title={`${isOpen ? 'Hide' : 'Show'} what was forked from ${session.title}`}
          onClick={onTurn}
        >
          <OpenArrow />
        </button>
      ) : (
        <span className={styles.leaf} />
      )}
    </span>
  )
}

/** As many levels are drawn as leave room for the names. */
const DEEPEST = 5

function OpenSession(props: SessionRowProps) {
  const { row, isMixed, isActive, onFocus, onKeyDown, ref } = props
  const { session, forks, isOpen } = row
  const { openSession, openBeside } = useNavigation()
  const isHere = useSessionId() === session.id
  return (
    <button
      ref={ref ?? null}
      type="button"
      className={styles.open}
      aria-current={isHere ? 'page' : undefined}
      aria-keyshortcuts="F2 Delete"
      tabIndex={isActive ? 0 : -1}
      title={tellWhole(session)}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onClick={({ metaKey, ctrlKey }) =>
        (metaKey || ctrlKey) && openBeside ? openBeside(session.id) : openSession(session.id)
      }
    >
      <span className={styles.names}>
        <span className={styles.title}>{session.title}</span>
        {forks > 0 && !isOpen && (
          <span className={styles.moment}>{formatNumber(forks, 'fork')}</span>
        )}
      </span>
      <Facts session={session} isMixed={isMixed} />
    </button>
  )
}

function tellWhole({ title, forkedFrom }: SessionSummary): string {
  if (!forkedFrom) return title
  const from = forkedFrom.title || 'another session'
  return `${title}\nForked from “${from}” at ${formatClock(forkedFrom.at)}`
}

function RowMenu({ row: { session }, isActive, onDo }: SessionRowProps) {
  const { openBeside, chooseComparison } = useNavigation()
  const isHere = useSessionId() === session.id
  return (
    <Menu
      align="end"
      trigger={
        <button
          type="button"
          className={styles.more}
          tabIndex={isActive ? 0 : -1}
          aria-label={`More about ${session.title}`}
        >
          <Ellipsis aria-hidden="true" />
        </button>
      }
    >
      {openBeside && !isHere && (
        <MenuItem icon={<Columns2 aria-hidden="true" />} onSelect={() => openBeside(session.id)}>
          Open beside
        </MenuItem>
      )}
      {session.runs > 0 && (
        <MenuItem
          icon={<Diff aria-hidden="true" />}
          onSelect={() => chooseComparison({ sessionId: session.id, run: session.runs })}
        >
          Compare with…
        </MenuItem>
      )}
      <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => onDo('rename')}>
        Rename…
      </MenuItem>
      <MenuItem icon={<Trash2 aria-hidden="true" />} isDangerous onSelect={() => onDo('delete')}>
        {session.isRunning ? 'Delete…' : 'Delete'}
      </MenuItem>
    </Menu>
  )
}

interface FactsProps {
  readonly session: SessionSummary
  readonly isMixed: boolean
}

function Facts({ session, isMixed }: FactsProps) {
  const { costUsd, unpricedCalls, runs, agents, projectName, forkedFrom } = session
  return (
    <span className={styles.facts}>
      <State session={session} />
      {forkedFrom && <span className={styles.moment}>· at {formatClock(forkedFrom.at)}</span>}
      {isMixed && <span className={styles.project}>{projectName}</span>}
      {runs > 0 && (
        <span className={styles.figures}>
          {formatNumber(runs, 'run')}, {formatNumber(agents, 'agent')}
        </span>
      )}
      <span className={styles.cost}>
        {runs === 0 ? 'no runs' : formatCost(costUsd, unpricedCalls)}
      </span>
    </span>
  )
}

function State({ session }: { readonly session: SessionSummary }) {
  const state = sessionStateOf(session)
  const ago = formatAgo(session.changedAt, Date.now())
  if (!state) return <span className={styles.state}>{ago}</span>
  const { word, color, isNow } = state
  return (
    <>
      <Dot color={color} isLive={word === 'running'} />
      <span className={styles.state}>
        {word}
        {!isNow && ` · ${ago}`}
      </span>
    </>
  )
}
