import { Command as Field } from 'cmdk'
import type { SessionSummary } from '#shared/contract/procedures/sessions.ts'
import { useNavigation } from '../../navigation/navigation.tsx'
import type { RunPlace } from '../../navigation/route.ts'
import { useHostQuery } from '../../queries/host-query.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { formatAgo, formatNumber } from '../../ui/text/format.ts'
import styles from './chooser.module.css'
import { describeRun } from './format-run.ts'
import { originOf } from './use-comparison.ts'

interface CompareChooserProps {
  /** What is compared with the one that is chosen. */
  readonly place: RunPlace
  readonly onClose: () => void
}

/** Asks with which run another is to be compared: of the same session, or the last of another. */
export function CompareChooser({ place, onClose }: CompareChooserProps) {
  const { openComparison } = useNavigation()
  const { data: sessions = [] } = useHostQuery('sessions.list', {})
  const own = sessions.find(({ id }) => id === place.sessionId)
  const origin = own?.forkedFrom && sessions.find(({ id }) => id === own.forkedFrom?.sessionId)
  const others = sessions.filter((one) => one !== own && one !== origin && one.runs > 0)
  const choose = (right: RunPlace) => {
    onClose()
    openComparison(place, right)
  }
  return (
    <Dialog
      title="Compare with…"
      description={`Run ${place.run} of “${own?.title || 'Untitled'}”, beside:`}
      isOpen
      onClose={onClose}
    >
      <Field label="Runs to compare with" loop className={styles.field}>
        <Field.Input className={styles.input} placeholder="Search the sessions" />
        <Field.List className={styles.list}>
          <Field.Empty className={styles.empty}>There is no other run to compare with.</Field.Empty>
          {own && origin && <Origin place={place} own={own} origin={origin} onChoose={choose} />}
          <OwnRuns place={place} onChoose={choose} />
          <Sessions sessions={inProject(others, own)} heading="This project" onChoose={choose} />
          <Sessions
            sessions={others.filter(({ projectId }) => projectId !== own?.projectId)}
            heading="Other projects"
            onChoose={choose}
          />
        </Field.List>
      </Field>
    </Dialog>
  )
}

function inProject(sessions: readonly SessionSummary[], own: SessionSummary | undefined) {
  return sessions.filter(({ projectId }) => projectId === own?.projectId)
}

interface Choosing {
  readonly onChoose: (place: RunPlace) => void
}

interface OriginProps extends Choosing {
  readonly place: RunPlace
  readonly own: SessionSummary
  readonly origin: SessionSummary
}

/** The run that this one is another course of; of what was inherited, the last of all there. */
function Origin({ place, own, origin, onChoose }: OriginProps) {
  const { data: runs } = useHostQuery('runs.list', { sessionId: own.id })
  const { data: there } = useHostQuery('runs.list', { sessionId: origin.id })
  if (!runs || !there) return null
  const fromSeq = own.forkedFrom?.seq ?? 0
  const found = originOf({ own: runs, there }, { run: place.run, fromSeq }) ?? there.at(-1)
  if (!found) return null
  return (
    <Field.Group heading="What it was forked from" className={styles.group}>
      <Field.Item
        value={`forked from ${origin.title} ${origin.id}`}
        className={styles.item}
        onSelect={() => onChoose({ sessionId: origin.id, run: found.run })}
      >
        <span>{origin.title || 'Untitled'}</span>
        <small>run {found.run}</small>
      </Field.Item>
    </Field.Group>
  )
}

function OwnRuns({ place, onChoose }: Choosing & { readonly place: RunPlace }) {
  const { data: runs = [] } = useHostQuery('runs.list', { sessionId: place.sessionId })
  const others = runs.filter(({ run }) => run !== place.run)
  if (others.length === 0) return null
  return (
    <Field.Group heading="This session" className={styles.group}>
      {others.map((listed) => (
        <Field.Item
          key={listed.run}
          value={`run ${listed.run} ${describeRun(listed)}`}
          className={styles.item}
          onSelect={() => onChoose({ ...place, run: listed.run })}
        >
          <span>{describeRun(listed)}</span>
          <small>run {listed.run}</small>
        </Field.Item>
      ))}
    </Field.Group>
  )
}

interface SessionsProps extends Choosing {
  readonly heading: string
  readonly sessions: readonly SessionSummary[]
}

const MANY = 200

function Sessions({ heading, sessions, onChoose }: SessionsProps) {
  if (sessions.length === 0) return null
  return (
    <Field.Group heading={heading} className={styles.group}>
      {sessions.slice(0, MANY).map(({ id, title, projectName, runs, changedAt }) => (
        <Field.Item
          key={id}
          value={`${title} ${projectName} ${id}`}
          className={styles.item}
          onSelect={() => onChoose({ sessionId: id, run: runs })}
        >
          <span>{title || 'Untitled'}</span>
          <small>{`${formatNumber(runs, 'run')} · ${formatAgo(changedAt, Date.now())}`}</small>
        </Field.Item>
      ))}
    </Field.Group>
  )
}
