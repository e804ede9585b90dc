interface ViewActEntry {
  readonly act: string
  /** As a command names it. */
  readonly title: string
  /** While the timeline has the focus; as commands write them. */
  readonly keys?: string
}

/** What can be done to how the timeline is looked at. */
export const viewActs = [
  { act: 'zoom-in', title: 'Zoom into the timeline', keys: '+' },
  { act: 'zoom-out', title: 'Zoom out of the timeline', keys: '-' },
  { act: 'zoom-to-selection', title: 'Zoom to the selected call', keys: 'z' },
  { act: 'show-all', title: 'Show all of the timeline', keys: '0' },
  { act: 'pan-back', title: 'Move the timeline’s view back', keys: ',' },
  { act: 'pan-on', title: 'Move the timeline’s view on', keys: '.' },
  { act: 'filter', title: 'Filter the timeline…', keys: '/' },
  { act: 'next-match', title: 'Go to the next call that matches', keys: 'n' },
  { act: 'previous-match', title: 'Go to the previous call that matches', keys: 'shift+n' },
  { act: 'go-to-selection', title: 'Go to the moment of the selected call', keys: 'enter' },
  { act: 'toggle-tree', title: 'Timeline as a tree, or as lanes', keys: 't' },
  { act: 'show-waste', title: 'Show where time and money went to waste', keys: 'w' },
  { act: 'fold-lanes', title: 'Fold all lanes of subagents' },
  { act: 'unfold-lanes', title: 'Unfold all lanes' },
] as const satisfies readonly ViewActEntry[]

export type ViewAct = (typeof viewActs)[number]['act']

/** The event by which a panel of the timeline is asked for one; its detail is the act. */
export const VIEW_ACT_EVENT = 'orrery-timeline-act'

export function isViewAct(given: unknown): given is ViewAct {
  return viewActs.some(({ act }) => act === given)
}
