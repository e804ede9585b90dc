import { createContext, useContext } from 'react'
import { assert } from '#shared/lib/assert.ts'
import type { ApprovalId, ProjectId, SessionId, SpanId } from '#shared/lib/ids.ts'
import type { RunPlace } from './route.ts'

/** The sections of the settings, in the order they are listed. */
export const settingsSections = [
  'models',
  'agents',
  'skills',
  'mcp',
  'memory',
  'rules',
  'trust',
  'environment',
  'tools',
  'limits',
  'data',
  'shortcuts',
  'general',
] as const
export type SettingsSection = (typeof settingsSections)[number]

export const sectionTitles: Readonly<Record<SettingsSection, string>> = {
  models: 'Models',
  agents: 'Agents',
  skills: 'Skills',
  mcp: 'MCP servers',
  memory: 'Memory',
  rules: 'Permissions',
  trust: 'Trust',
  environment: 'Environment',
  tools: 'Tools',
  limits: 'Budgets and limits',
  data: 'Data',
  shortcuts: 'Shortcuts',
  general: 'General',
}

/** Where the playhead is when a session is come to: live, at the start and playing, or at a seq. */
export type Landing = 'live' | 'replay' | number

/** An event of a session, as a place to go back to. */
export interface Moment {
  readonly sessionId: SessionId
  readonly seq: number
}

/** What can be made of a past: another session that begins there, or the same from there on. */
export type PastDoing = 'fork' | 'rewind'

/** What a review is to be begun of: a project, and the session it was asked for in. */
export interface ReviewAbout {
  readonly projectId: ProjectId
  readonly sessionId?: SessionId
  /** That session has changed nothing. */
  readonly isUnchanged?: boolean
}

/** The card of a call that waits for a person: its approval's id, or the span of an interrupted call. */
export interface WaitingCard {
  readonly id: ApprovalId | SpanId
  readonly spanId: SpanId
}

/** Where a panel can send the window. */
export interface Navigation {
  openWelcome(): void
  /** Live, unless it is said where. */
  openSession(sessionId: SessionId, landing?: Landing): void
  /** Live, at what waits for a person there: at `card`, or else at the first. */
  openWaiting(sessionId: SessionId, card?: WaitingCard): void
  /** In a column of its own, to the right of those that are open. Absent where there is no room for one more. */
  readonly openBeside: ((sessionId: SessionId) => void) | undefined
  /** Two runs side by side. */
  openComparison(left: RunPlace, right: RunPlace): void
  /** Asks with which run this one is to be compared. */
  chooseComparison(place: RunPlace): void
  /** What waits for a person in all sessions. */
  openInbox(): void
  /** What all sessions cost. */
  openSpending(): void
  /** At a section; without one at the first. */
  openSettings(section?: SettingsSection): void
  /** What the next prompt of the open session is made of. */
  openNextPrompt(): void
  /**
   * What a fork from a moment would be, or rewinding to it: with the way to do it. `afterwards` is
   * called once it is rewound.
   */
  openPast(doing: PastDoing, moment: Moment, afterwards: () => void): void
  /** Asks what is to be reviewed, and by whom. */
  openReview(about: ReviewAbout): void
  /** In the editor of the open session, as it is now; `path` is as agents see it. */
  openFile(path: string): void
}

export const NavigationContext = createContext<Navigation | undefined>(undefined)

export function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext)
  assert(navigation, 'the app says where to go')
  return navigation
}
