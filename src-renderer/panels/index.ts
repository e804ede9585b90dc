import { type ComponentType, lazy } from 'react'
import { FilesPanel } from './files/files-panel.tsx'
import { PlanPanel } from './plan/plan-panel.tsx'
import { PromptPanel } from './prompt/prompt-panel.tsx'
import { SessionsPanel } from './sessions/sessions-panel.tsx'
import { TimelinePanel } from './timeline/timeline-panel.tsx'
import { TranscriptPanel } from './transcript/transcript-panel.tsx'

export interface Panel {
  /** Its name as a landmark, and in sentences: `The timeline`. */
  readonly title: string
  readonly component: ComponentType
}

/** Every panel of the workbench. To add one: write its folder, list it here. Those that are not seen at first are loaded when they are. */
export const panels = {
  sessions: { title: 'Sessions', component: SessionsPanel },
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
    component: lazy(async () => ({
      default: (await import('./search/search-panel.tsx')).SearchPanel,
    })),
  },
  editor: {
    title: 'Editor',
    component: lazy(async () => ({
      default: (await import('./editor/editor-panel.tsx')).EditorPanel,
    })),
  },
  inspector: {
    title: 'Inspector',
    component: lazy(async () => ({
      default: (await import('./inspector/inspector-panel.tsx')).InspectorPanel,
    })),
  },
  terminals: {
    title: 'Terminals',
    component: lazy(async () => ({
      default: (await import('./terminals/terminals-panel.tsx')).TerminalsPanel,
    })),
  },
  log: {
    title: 'Log',
    component: lazy(async () => ({
      default: (await import('./log/log-panel.tsx')).LogPanel,
    })),
  },
  usage: {
    title: 'Cost',
    component: lazy(async () => ({
      default: (await import('./usage/usage-panel.tsx')).UsagePanel,
    })),
  },
} as const satisfies Readonly<Record<string, Panel>>

export type PanelName = keyof typeof panels
