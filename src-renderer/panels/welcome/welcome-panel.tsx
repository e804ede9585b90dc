import { Folder, FolderX, KeyRound, Play, ScanSearch, X } from 'lucide-react'
import { useState } from 'react'
import type { WorkLanes } from '#shared/contract/procedures/host.ts'
import type { Provider } from '#shared/contract/procedures/models.ts'
import type { Project } from '#shared/contract/procedures/projects.ts'
import { providerFact, ReadyIcon } from '../../cards/provider-keys/provider-status.tsx'
import { useHost } from '../../connection/host-context.tsx'
import { useNavigation } from '../../navigation/navigation.tsx'
import { useHostQuery } from '../../queries/host-query.ts'
import { useCommand } from '../../queries/use-command.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Chip, Dot } from '../../ui/buttons/chip.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { loadedLater } from '../../ui/loading/lazy-component.tsx'
import { Failure, Loading } from '../../ui/loading/notice.tsx'
import { useToasts } from '../../ui/overlays/toasts.tsx'
import { classNames } from '../../ui/styles/class-names.ts'
import { formatCost, formatDuration, formatNumber, formatPath } from '../../ui/text/format.ts'
import { DropZone } from './drop-zone.tsx'
import { type Opening, useOpening } from './open-project.ts'
import styles from './welcome.module.css'

/** The first thing there is: a folder to open, a run to see, models to speak to. */
export function WelcomePanel() {
  const opening = useOpening()
  const isNew = useIsNew()
  return (
    <div className={styles.welcome}>
      <div className={styles.column}>
        <DropZone opening={opening} isLater={isNew} />
        <RecentProjects opening={opening} />
      </div>
      <div className={styles.column}>
        <SampleCard isFirst={isNew} />
        <ModelsCard />
      </div>
    </div>
  )
}

/** Whether nothing was done here yet, and no model could do it: then a run is seen first. */
function useIsNew(): boolean {
  const sample = useHostQuery('host.describe', {}).data?.sample
  const { data: projects } = useHostQuery('projects.list', {})
  const { data: sessions } = useHostQuery('sessions.list', {})
  const { data: providers = [] } = useHostQuery('models.list', {})
  const isUnused = projects?.length === 0 && sessions?.length === 0
  const hasModel = providers.some(({ isReady, isScripted }) => isReady && !isScripted)
  return sample !== undefined && isUnused && !hasModel
}

/** As many as fit beside the way in. */
const SHOWN = 5

/** Which models can be spoken to, and what the others need. */
function ModelsCard() {
  const { data, error, isLoading } = useHostQuery('models.list', {})
  const { openSettings } = useNavigation()
  const shown = readyFirst(data ?? []).filter(({ isReady }, index) => isReady || index < SHOWN)
  const others = (data?.length ?? 0) - shown.length
  const hasReal = data?.some(({ isReady, isScripted }) => isReady && !isScripted)
  return (
    <section className={styles.card} aria-labelledby="models">
      <div className={styles.cardHead}>
        <h2 id="models">Models</h2>
      </div>
      {isLoading && <Loading label="Loading the models" rows={3} />}
      {error && <Failure>The models could not be listed. {error.message}</Failure>}
      <ul>
        {shown.map((provider) => (
          <ProviderLine key={provider.id} provider={provider} />
        ))}
      </ul>
      {others > 0 && (
        <Button
          isSmall
          variant="quiet"
          className={styles.more}
          onClick={() => openSettings('models')}
        >
          {others} more in the settings
        </Button>
      )}
      {data && !hasReal && (
        <p className={styles.foot}>No key at hand? The demo agent needs none.</p>
      )}
    </section>
  )
}

function readyFirst(providers: readonly Provider[]): readonly Provider[] {
  return providers.toSorted((a, b) => Number(b.isReady) - Number(a.isReady))
}

const ProviderOffer = loadedLater(async () => (await import('./provider-offer.tsx')).ProviderOffer)

/** A provider, and the one thing that makes it answer the next prompt. */
function ProviderLine({ provider }: { readonly provider: Provider }) {
  const { openSettings } = useNavigation()
  const [isOpen, setOpen] = useState(false)
  const { label, isReady, isScripted, needsKey, needsBaseUrl } = provider
  const isOffered = !isScripted && (isReady || needsKey)
  const act = isReady ? 'Use' : 'Add'
  const open = () => (isOffered ? setOpen(!isOpen) : openSettings('models'))
  return (
    <li>
      <div className={styles.provider}>
        <ReadyIcon provider={provider} className={styles.ready} missing={KeyRound} />
        <b>{label}</b>
        <span title={providerFact(provider)} data-untried={provider.isUntried}>
          {providerFact(provider)}
        </span>
        {(isOffered || (!isReady && needsBaseUrl)) && (
          <Button
            isSmall
            variant="quiet"
            {...(isOffered && { 'aria-expanded': isOpen })}
            aria-label={`${act} ${label}`}
            onClick={open}
          >
            {act}
          </Button>
        )}
      </div>
      {isOpen && <ProviderOffer provider={provider} onClose={() => setOpen(false)} />}
    </li>
  )
}

/** A run to look at, for those who have nothing set up yet, and as often as one likes. */
function SampleCard({ isFirst }: { readonly isFirst: boolean }) {
  const sample = useHostQuery('host.describe', {}).data?.sample
  const { data: sessions } = useHostQuery('sessions.list', {})
  const client = useHost()
  const { openSession } = useNavigation()
  const open = useCommand(async (isReplay: boolean) => {
    const { sessionId } = await client['sessions.openSample']({})
    openSession(sessionId, isReplay ? 'replay' : 'live')
  })
  if (!sample) return null
  const isKnown = sessions?.some(({ id }) => id === sample.sessionId)
  return (
    <section className={styles.card} aria-labelledby="sample">
      <div className={styles.cardHead}>
        <h2 id="sample">{isKnown ? 'The sample run' : 'See a run first'}</h2>
        <span>{formatDuration(sample.durationMs)}</span>
      </div>
      <p>
        {sample.title}: a lead and {formatNumber(sample.agents - 1, 'subagent')}. Nothing to set up.
      </p>
      {sample.lanes && <SampleLanes lanes={sample.lanes} durationMs={sample.durationMs} />}
      <div className={styles.cardButtons}>
        <Button
          variant={isFirst ? 'primary' : 'plain'}
          disabled={open.isRunning}
          onClick={() => void open.run?.(true)}
        >
          <Play aria-hidden="true" /> {isKnown ? 'Replay it again' : 'Replay it'}
        </Button>
        {isKnown && (
          <Button variant="quiet" disabled={open.isRunning} onClick={() => void open.run?.(false)}>
            Open its end
          </Button>
        )}
      </div>
      {open.error && <p role="alert">{open.error}</p>}
    </section>
  )
}

const [WIDTH, EDGE, TOP, PITCH, HEIGHT] = [420, 16, 14, 19, 11]

/** When each agent of the recording was at work. */
function SampleLanes({
  lanes,
  durationMs,
}: {
  readonly lanes: WorkLanes
  readonly durationMs: number
}) {
  const scale = (WIDTH - 2 * EDGE) / durationMs
  const height = 2 * TOP + (lanes.length - 1) * PITCH + HEIGHT
  return (
    <svg
      className={styles.lanes}
      viewBox={`0 0 ${WIDTH} ${height}`}
      height={height}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {lanes.flatMap(toBlocks).map(({ id, lane, from, to }) => (
        <rect
          key={id}
          x={EDGE + from * scale}
          y={TOP + lane * PITCH}
          width={Math.max(2, (to - from) * scale)}
          height={HEIGHT}
          rx="3"
          fill={`var(--agent-${lane === 0 ? 0 : ((lane - 1) % 7) + 1})`}
        />
      ))}
    </svg>
  )
}

function toBlocks(spans: WorkLanes[number], lane: number) {
  return spans.map(([from, to]) => ({ id: `${lane}-${from}`, lane, from, to }))
}

/** The projects opened last. */
function RecentProjects({ opening }: { readonly opening: Opening }) {
  const { data, error, isLoading } = useHostQuery('projects.list', {})
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

function ProjectRow({
  project,
  opening,
}: {
  readonly project: Project
  readonly opening: Opening
}) {
  const { name, path, running, isMissing } = project
  const { data: host } = useHostQuery('host.describe', {})
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
          label={`Start code review of ${name}…`}
          className={classNames(styles.forget, styles.codeReview)}
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
