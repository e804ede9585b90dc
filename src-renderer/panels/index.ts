import type { ComponentType } from 'react'
import { loadedLater } from '../ui/loading/lazy-component.tsx'
import { FilesPanel } from './files/files-panel.tsx'
import { PlanPanel } from './plan/plan-panel.tsx'
import { PromptPanel } from './prompt/prompt-panel.tsx'
import { TimelinePanel } from './timeline/timeline-panel.tsx'
import { TranscriptPanel } from './transcript/transcript-panel.tsx'

export interface Panel {
  /** Its name as a landmark, and in sentences: `The timeline`. */
  readonly title: string
  readonly component: ComponentType
}

/** Every panel of the workbench. To add one: write its folder, list it here. Those that are not seen at first are loaded when they are. */
export const panels = {
  sessions: {
    title: 'Sessions',
    component: loadedLater(
      async () => (await import('./sessions/sessions-panel.tsx')).SessionsPanel,
      'Loading the sessions',
    ),
  },
  plan: { title: 'Plan', component: PlanPanel },
  transcript: { title: 'Transcript', component: TranscriptPanel },
  prompt: { title: 'Prompt', component: PromptPanel },
  timeline: {
    title: 'Timeline',
    component: TimelinePanel,
  },
  files: {
    title: 'Files',
    component: FilesPanel,
  },
  search: {
    title: 'Search',
    component: loadedLater(
      async () => (await import('./search/search-panel.tsx')).SearchPanel,
      'Loading search',
    ),
  },
  editor: {
    title: 'Editor',
    component: loadedLater(
      async () => (await import('./editor/editor-panel.tsx')).EditorPanel,
      'Loading the editor',
    ),
  },
  changes: {
    title: 'Changes',
    component: loadedLater(
      async () => (await import('./changes/changes-panel.tsx')).ChangesPanel,
      'Loading the changes',
    ),
  },
  'code-review': {
    title: 'Code review',
    component: loadedLater(
      async () => (await import('./code-review/code-review-panel.tsx')).CodeReviewPanel,
      'Loading the code review',
    ),
  },
  preview: {
    title: 'Preview',
    component: loadedLater(
      async () => (await import('./preview/preview-panel.tsx')).PreviewPanel,
      'Loading the preview',
    ),
  },
  inspector: {
    title: 'Inspector',
    component: loadedLater(
      async () => (await import('./inspector/inspector-panel.tsx')).InspectorPanel,
      'Loading the inspector',
    ),
  },
  terminals: {
    title: 'Terminals',
    component: loadedLater(
      async () => (await import('./terminals/terminals-panel.tsx')).TerminalsPanel,
      'Loading terminals',
    ),
  },
  logs: {
    title: 'Logs',
    component: loadedLater(
      async () => (await import('./logs/logs-panel.tsx')).LogsPanel,
      'Loading the logs',
    ),
  },
  debugger: {
    title: 'Debugger',
    component: loadedLater(
      async () => (await import('./debugger/debugger-panel.tsx')).DebuggerPanel,
      'Loading the debugger',
    ),
  },
  tasks: {
    title: 'Tasks',
    component: loadedLater(
      async () => (await import('./tasks/tasks-panel.tsx')).TasksPanel,
      'Loading the tasks',
    ),
  },
  usage: {
    title: 'Cost',
    component: loadedLater(
      async () => (await import('./usage/usage-panel.tsx')).UsagePanel,
      'Loading what was spent',
    ),
  },
} as const satisfies Readonly<Record<string, Panel>>

export type PanelName = keyof typeof panels
