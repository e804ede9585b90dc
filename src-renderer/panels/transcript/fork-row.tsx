import { GitFork } from 'lucide-react'
import type { ForkItem } from '#shared/projections/transcript-items.ts'
import { useNavigation } from '../../client/navigation.tsx'
import { formatClock, formatNumber } from '../../ui/format.ts'
import { loadedLater } from '../../ui/loaded-later.tsx'
import styles from './fork-row.module.css'

const WithheldVariables = loadedLater(
  async () => (await import('./withheld-variables.tsx')).WithheldVariables,
)

/** Where a fork begins: which session it came from, and what it has of its own. */
export function ForkRow({ item }: { readonly item: ForkItem }) {
  const { openSession } = useNavigation()
  const { from, fromTitle, fromSeq, fromAt } = item
  return (
    <div className={styles.fork} role="note">
      <p className={styles.line}>
        <GitFork aria-hidden="true" />
        <span>
          Forked from{' '}
          <button type="button" className={styles.link} onClick={() => openSession(from, fromSeq)}>
            {fromTitle || 'another session'} at {formatClock(fromAt)}
          </button>
        </span>
      </p>
      {factsOf(item).map((fact) => (
        <p key={fact} className={styles.fact}>
          {fact}
        </p>
      ))}
      {item.prepared?.withheld && <WithheldVariables names={item.prepared.withheld} />}
    </div>
  )
}

const places: Readonly<Record<ForkItem['place'], string>> = {
  worktree: 'Works in a git worktree of its own',
  copy: 'Works in a copy of its own',
  none: 'Has no files of its own',
}

function factsOf({ place, branch, root, stepsLeftOut, ...item }: ForkItem): readonly string[] {
  const on = branch === undefined ? '' : `, on the branch ${branch}`
  const steps = `${formatNumber(stepsLeftOut, 'step')} had not ended: the conversation goes on before that.`
  return [
    `${places[place]}${on}: ${root}`,
    ...(stepsLeftOut > 0 ? [steps] : []),
    ...(item.notRestored.length > 0 ? [`Not recorded, so not as then: ${shortList(item)}.`] : []),
    ...(item.prepared ? [tellPrepared(item.prepared)] : []),
  ]
}

const NAMED = 5

function shortList({ notRestored }: Pick<ForkItem, 'notRestored'>): string {
  const named = notRestored.slice(0, NAMED).join(', ')
  const more = notRestored.length - NAMED
  return more > 0 ? `${named} and ${more} more` : named
}

function tellPrepared({ command, outcome, exitCode }: NonNullable<ForkItem['prepared']>): string {
  if (outcome === 'ok') return `Its set-up command is done: ${command}`
  if (outcome === 'denied') return `Its set-up command did not run, as nobody trusts it: ${command}`
  const why =
    exitCode === undefined || exitCode === null ? 'was cut off' : `failed with ${exitCode}`
  return `Its set-up command ${why} (see its terminal): ${command}`
}
