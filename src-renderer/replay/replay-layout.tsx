import { type ComponentType, useState } from 'react'
import { ChangesPanel } from '../panels/changes/changes-panel.tsx'
import { DecidedList } from '../panels/changes/decided-list.tsx'
import { CodeReviewPanel } from '../panels/code-review/code-review-panel.tsx'
import { DebuggerPanel } from '../panels/debugger/debugger-panel.tsx'
import { FilesPanel } from '../panels/files/files-panel.tsx'
import { InspectorPanel } from '../panels/inspector/inspector-panel.tsx'
import { PlanPanel } from '../panels/plan/plan-panel.tsx'
import { PreviewPanel } from '../panels/preview/preview-panel.tsx'
import { TasksPanel } from '../panels/tasks/tasks-panel.tsx'
import { TerminalsPanel } from '../panels/terminals/terminals-panel.tsx'
import { TimelinePanel } from '../panels/timeline/timeline-panel.tsx'
import { TranscriptPanel } from '../panels/transcript/transcript-panel.tsx'
import { UsagePanel } from '../panels/usage/usage-panel.tsx'
import { ViewerPanel } from '../panels/viewer/viewer-panel.tsx'
import { useSelection } from '../session/session-context.tsx'
import { Landmark } from '../ui/panels/landmark.tsx'
import styles from './replay.module.css'

/** The panes as the window lays them out at first. */
export function ReplayLayout() {
  return (
    <main className={styles.main}>
      <div className={styles.left}>
        <Slot title="Files" component={FilesPanel} isGrowing />
        <Slot title="Plan" component={PlanPanel} />
      </div>
      <div className={styles.talk}>
        <Slot title="Transcript" component={TranscriptPanel} isGrowing />
      </div>
      <div className={styles.work}>
        <FileAndInspector />
        <Lower />
      </div>
      <div className={styles.timeline}>
        <Slot title="Timeline" component={TimelinePanel} isGrowing />
      </div>
    </main>
  )
}

/** Side by side where there is room; else what was pointed at last is in front. */
function FileAndInspector() {
  const { spanId, inFront } = useSelection()
  return (
    <div className={styles.pair} data-front={inFront}>
      <Slot title="File" component={ViewerPanel} isGrowing />
      {spanId && <Slot title="Inspector" component={InspectorPanel} isGrowing />}
    </div>
  )
}

const lower = {
  Terminals: TerminalsPanel,
  Debugger: DebuggerPanel,
  Changes: ReplayChanges,
  'Code review': CodeReviewPanel,
  Tasks: TasksPanel,
  Preview: PreviewPanel,
  Cost: UsagePanel,
} as const
type LowerName = keyof typeof lower
// The names are this object's own.
const lowerNames = Object.keys(lower) as LowerName[]

/** What the window has a place on its rail for. */
function Lower() {
  const [shown, show] = useState<LowerName>('Terminals')
  return (
    <div className={styles.lower}>
      <fieldset className={styles.places} aria-label="Below the file">
        {lowerNames.map((name) => (
          <button
            key={name}
            type="button"
            className={styles.place}
            aria-pressed={name === shown}
            onClick={() => show(name)}
          >
            {name}
          </button>
        ))}
      </fieldset>
      <Slot title={shown} component={lower[shown]} isGrowing />
    </div>
  )
}

interface SlotProps {
  readonly title: string
  readonly component: ComponentType
  readonly isGrowing?: boolean
}

function Slot({ title, component: Component, isGrowing = false }: SlotProps) {
  return (
    <Landmark title={title} panel={title.toLowerCase().replaceAll(' ', '-')} isGrowing={isGrowing}>
      <Component />
    </Landmark>
  )
}

/** Pending changes and past decisions, for reading only. */
function ReplayChanges() {
  return (
    <>
      <ChangesPanel />
      <DecidedList />
    </>
  )
}
