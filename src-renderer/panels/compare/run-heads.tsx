import { ArrowLeftRight, ChevronDown } from 'lucide-react'
import type { Comparison } from '#shared/compare/compare-runs.ts'
import type { RunTotals } from '#shared/compare/run-record.ts'
import type { ListedRun } from '#shared/contract/procedures/runs.ts'
import { useNavigation } from '../../navigation/navigation.tsx'
import type { RunPlace } from '../../navigation/route.ts'
import { useHostQuery } from '../../queries/host-query.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Menu, MenuChoices } from '../../ui/overlays/menu.tsx'
import { describeRun } from './format-run.ts'
import styles from './heads.module.css'

interface RunHeadsProps {
  readonly left: RunPlace
  readonly right: RunPlace
  readonly comparison: Comparison | undefined
  readonly onChange: (left: RunPlace, right: RunPlace) => void
}

/** Which two runs these are; each can be exchanged for another of its session. */
export function RunHeads({ left, right, comparison, onChange }: RunHeadsProps) {
  return (
    <header className={styles.heads}>
      <RunHead
        side="Left"
        place={left}
        totals={comparison?.left.totals}
        onChoose={(run) => onChange({ ...left, run }, right)}
      />
      <IconButton label="Exchange the sides" onClick={() => onChange(right, left)}>
        <ArrowLeftRight aria-hidden="true" />
      </IconButton>
      <RunHead
        side="Right"
        place={right}
        totals={comparison?.right.totals}
        onChoose={(run) => onChange(left, { ...right, run })}
      />
    </header>
  )
}

interface RunHeadProps {
  readonly side: 'Left' | 'Right'
  readonly place: RunPlace
  readonly totals: RunTotals | undefined
  readonly onChoose: (run: number) => void
}

function RunHead({ side, place, totals, onChoose }: RunHeadProps) {
  const { data: sessions = [] } = useHostQuery('sessions.list', {})
  const { data: runs = [] } = useHostQuery('runs.list', { sessionId: place.sessionId })
  const { openSession } = useNavigation()
  const session = sessions.find(({ id }) => id === place.sessionId)
  const listed = runs.find(({ run }) => run === place.run)
  const told = listed && describeRun(listed)
  return (
    <section className={styles.head} aria-label={`${side} run`}>
      <div className={styles.headLine}>
        <button
          type="button"
          className={styles.session}
          title="Open the session"
          onClick={() => openSession(place.sessionId)}
        >
          {session?.title || 'Untitled'}
        </button>
        <RunMenu place={place} runs={runs} onChoose={onChoose} />
      </div>
      <p className={styles.prompt} title={told}>
        {told}
      </p>
      <p className={styles.facts}>{totals ? factsOf(totals, session?.projectName) : ''}</p>
    </section>
  )
}

function factsOf({ model, reason, startedAt }: RunTotals, project = ''): string {
  const when = new Date(startedAt).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })
  return [model, project, when, reason].filter(Boolean).join(' · ')
}

interface RunMenuProps extends Pick<RunHeadProps, 'place' | 'onChoose'> {
  readonly runs: readonly ListedRun[]
}

function RunMenu({ place, runs, onChoose }: RunMenuProps) {
  const trigger = (
    <button type="button" className={styles.run} disabled={runs.length < 2}>
      run {place.run}
      {runs.length > 1 && <ChevronDown aria-hidden="true" />}
    </button>
  )
  return (
    <Menu trigger={trigger} align="end">
      <MenuChoices
        label="Runs of this session"
        value={String(place.run)}
        choices={runs.map((listed) => ({
          value: String(listed.run),
          label: `Run ${listed.run}`,
          hint: describeRun(listed).slice(0, 80),
        }))}
        onChoose={(chosen) => onChoose(Number(chosen))}
      />
    </Menu>
  )
}
