import type { PanelName } from '../panels/index.ts'
import { VIEW_ACT_EVENT, type ViewAct } from '../panels/timeline/view-acts.ts'

/** Puts the cursor into the prompt box; `at` is where in its text. */
export function focusPrompt(at?: number): void {
  const field = document.querySelector<HTMLTextAreaElement>('[data-focus="prompt"]')
  field?.focus()
  if (at !== undefined) field?.setSelectionRange(at, at)
}

/** Goes to the first call that waits for a person. */
export function focusWaiting(): void {
  const first = document.querySelector<HTMLElement>('[data-focus="approval"]')
  first?.scrollIntoView({ block: 'nearest' })
  first?.focus()
}

/** What a panel is used by, before its buttons. */
const CONTENT = '[data-focus], [role="slider"], [role="tree"], [role="log"], textarea'

/** Goes into a panel that is on screen: to its content, or to the panel while that is loaded. */
export function focusPanel(panel: PanelName): void {
  const section = document.querySelector<HTMLElement>(`[data-panel="${panel}"]`)
  const content = section?.querySelector<HTMLElement>(CONTENT)
  content?.focus()
  if (section && !section.contains(document.activeElement)) section.focus()
}

/** Has the timeline that is on screen change how it is looked at. */
export function actInTimeline(act: ViewAct): void {
  const timeline = document.querySelector('[data-panel="timeline"] [data-view-acts]')
  timeline?.dispatchEvent(new CustomEvent(VIEW_ACT_EVENT, { detail: act }))
}

/** Buttons of panels whose deed has a command, too. */
export type Pressable =
  | 'pause'
  | 'stop'
  | 'stop-and-send'
  | 'model'
  | 'profile'
  | 'rename'
  | 'bookmark'
  | 'bookmarks'

function findButton(name: Pressable): HTMLButtonElement | null {
  return document.querySelector(`button[data-command="${name}"]:not(:disabled)`)
}

/** Whether the button is on screen and does something now. */
export function canPress(name: Pressable): boolean {
  return findButton(name) !== null
}

export function press(name: Pressable): void {
  findButton(name)?.click()
}
