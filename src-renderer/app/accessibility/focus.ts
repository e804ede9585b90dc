import { DECIDING, focusDeciding } from '../../cards/approvals/decide.ts'
import { CHANGE_ACT_EVENT, type ChangeAct } from '../../panels/changes/change-actions.ts'
import { FINDING_ACT_EVENT, type FindingAct } from '../../panels/code-review/finding-actions.ts'
import type { PanelName } from '../../panels/index.ts'
import { focusTerminalBeside } from '../../panels/terminals/focus-other-terminal.ts'
import { VIEW_ACT_EVENT, type ViewAct } from '../../panels/timeline/input/view-actions.ts'

/** The session that commands are about, of those that are side by side. */
function here(): ParentNode {
  return document.querySelector('[data-column="focused"]') ?? document
}

/** Puts the cursor into the prompt box; `at` is where in its text. */
export function focusPrompt(at?: number): void {
  const field = here().querySelector<HTMLTextAreaElement>('[data-focus="prompt"]')
  field?.focus()
  if (at !== undefined) field?.setSelectionRange(at, at)
}

/** Where whoever comes to a session is already, and stays. */
const ELSEWHERE = '[role="dialog"], [data-card], [data-focus="search"], [data-panel="code-review"]'

/** Who comes to a session goes on in its prompt, unless they look for something by now, or are in a dialog. */
export function focusPromptOnArrival(): void {
  if (document.activeElement?.closest(ELSEWHERE)) return
  focusPrompt()
}

/** As `focusPrompt`, once there is one: a session that was just opened has yet to be drawn. */
export function focusPromptSoon(): void {
  focusSoon('prompt')
}

/** Puts the cursor into the field of the search, once there is one. */
export function focusSearchSoon(): void {
  focusSoon('search')
}

let looking = 0

/** What is wished for last is what holds. */
function focusSoon(name: 'prompt' | 'search'): void {
  cancelAnimationFrame(looking)
  const until = performance.now() + DRAWN_WITHIN_MS
  const look = () => {
    const field = here().querySelector<HTMLElement>(`[data-focus="${name}"]`)
    field?.focus()
    const isThere = field !== null && document.activeElement === field
    if (!isThere && performance.now() < until) looking = requestAnimationFrame(look)
  }
  looking = requestAnimationFrame(look)
}

const DRAWN_WITHIN_MS = 5000

/** Goes to the card that waits for a person, or else to the first of them. */
export function focusWaiting(cardId?: string): void {
  const deciding = findDeciding(cardId)
  if (deciding) focusDeciding(deciding)
}

/** Whether the card, or any, is on screen and can be decided. */
export function canFocusWaiting(cardId?: string): boolean {
  return findDeciding(cardId) !== null
}

function findDeciding(cardId: string | undefined): HTMLElement | null {
  const card = cardId === undefined ? '' : `[data-card="${CSS.escape(cardId)}"] `
  return here().querySelector(card + DECIDING)
}

/** How long what waits may take to be there. */
const SOON_MS = 10_000

/** Goes to what waits as soon as it is on screen: its session may still have to be opened. */
export function focusWaitingSoon(cardId?: string): void {
  focusWaiting(cardId)
  if (canFocusWaiting(cardId)) return
  const watching = new MutationObserver(() => {
    if (!canFocusWaiting(cardId)) return
    watching.disconnect()
    focusWaiting(cardId)
  })
  const attributeFilter = ['disabled']
  watching.observe(document.body, { childList: true, subtree: true, attributeFilter })
  setTimeout(() => watching.disconnect(), SOON_MS)
}

/** What a panel is used by, before its buttons. */
const CONTENT =
  '[data-focus]:not(:disabled), [role="slider"], [role="tree"], [role="log"], textarea'

/** Goes into a panel that is on screen: to its content, or to the panel until that is there. */
export function focusPanel(panel: PanelName): void {
  focusSection(here().querySelector<HTMLElement>(`[data-panel="${panel}"]`))
}

/** As `focusPanel`, once it is drawn and the dialog that led there has gone, which gives the focus back as it goes. */
export function focusPanelSoon(panel: PanelName): void {
  cancelAnimationFrame(looking)
  const until = performance.now() + DRAWN_WITHIN_MS
  let framesHeld = 0
  const look = () => {
    const section = here().querySelector<HTMLElement>(`[data-panel="${panel}"]`)
    const isThere = section?.contains(document.activeElement) === true
    framesHeld = isThere ? framesHeld + 1 : 0
    if (!isThere && !document.activeElement?.closest('[role="dialog"]')) focusSection(section)
    if (framesHeld < FRAMES_HELD && performance.now() < until) looking = requestAnimationFrame(look)
  }
  looking = requestAnimationFrame(look)
}

/** Where nobody has taken the focus for so long, nobody will. */
const FRAMES_HELD = 4

function focusSection(section: HTMLElement | null | undefined): void {
  const content = section?.querySelector<HTMLElement>(CONTENT)
  content?.focus()
  if (!section || section.contains(document.activeElement)) return
  section.focus()
  if (!content) focusContentSoon(section)
}

/** The content takes the focus when it comes, unless that has gone elsewhere meanwhile. */
function focusContentSoon(section: HTMLElement): void {
  const until = performance.now() + DRAWN_WITHIN_MS
  const look = () => {
    if (document.activeElement !== section || performance.now() > until) return
    const content = section.querySelector<HTMLElement>(CONTENT)
    if (content) content.focus()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Has the timeline that is on screen change how it is looked at. */
export function actInTimeline(act: ViewAct): void {
  const timeline = here().querySelector('[data-panel="timeline"] [data-view-acts]')
  timeline?.dispatchEvent(new CustomEvent(VIEW_ACT_EVENT, { detail: act }))
}

function findChangeList(act: ChangeAct): Element | undefined {
  const list = here().querySelector(`[data-panel="changes"] [data-change-acts~="${act}"]`)
  return list?.checkVisibility() ? list : undefined
}

/** Whether the changes are on screen, and the act applies to the current one. */
export function canActOnChange(act: ChangeAct): boolean {
  return findChangeList(act) !== undefined
}

/** Runs an act on the current change of the list on screen. */
export function actOnChange(act: ChangeAct): void {
  findChangeList(act)?.dispatchEvent(new CustomEvent(CHANGE_ACT_EVENT, { detail: act }))
}

function findFindingList(act: FindingAct): Element | undefined {
  const list = here().querySelector(`[data-panel="code-review"] [data-finding-acts~="${act}"]`)
  return list?.checkVisibility() ? list : undefined
}

/** Whether findings are on screen, and the act applies to the current one. */
export function canActOnFinding(act: FindingAct): boolean {
  return findFindingList(act) !== undefined
}

/** Runs an act on the current finding of the list on screen. */
export function actOnFinding(act: FindingAct): void {
  findFindingList(act)?.dispatchEvent(new CustomEvent(FINDING_ACT_EVENT, { detail: act }))
}

/** Goes on in the session that was turned to: in its prompt, or in its timeline where that is past. */
export function focusColumn(): void {
  if (here().querySelector('[data-focus="prompt"]')) focusPrompt()
  else focusPanel('timeline')
}

/** Goes from panel to panel as they stand on screen, round and round. */
export function focusNextPanel(step: 1 | -1): void {
  const sections = [...here().querySelectorAll<HTMLElement>('section[data-panel]')]
  const shown = sections.filter((section) => section.checkVisibility())
  const from = shown.findIndex((section) => section.contains(document.activeElement))
  const next = from < 0 && step < 0 ? shown.length - 1 : (from + step + shown.length) % shown.length
  focusSection(shown[next])
}

/** Of two terminals side by side, the other. */
export function focusOtherTerminal(): void {
  focusTerminalBeside(here())
}

/** Whether two terminals are side by side. */
export function hasTerminalBeside(): boolean {
  return here().querySelector('[data-terminal="right"]') !== null
}

/** Buttons of panels whose deed has a command, too. */
type Pressable =
  | 'pause'
  | 'stop'
  | 'stop-and-send'
  | 'model'
  | 'profile'
  | 'rename'
  | 'compare-file'
  | 'open-outside'
  | 'bookmark'
  | 'bookmarks'
  | 'previous-call'
  | 'next-call'
  | 'find-in-terminal'
  | 'split-terminal'
  | 'unite-terminals'
  | 'reset-terminal'
  | 'take-terminal'
  | 'give-terminal-back'

function findButton(name: Pressable): HTMLButtonElement | null {
  return here().querySelector(`button[data-command="${name}"]:not(:disabled)`)
}

/** Whether the button is on screen and does something now. */
export function canPress(name: Pressable): boolean {
  return findButton(name) !== null
}

export function press(name: Pressable): void {
  findButton(name)?.click()
}
