/** Ids that commands had before, in stored shortcuts and lists of recent commands. */
const former: Readonly<Record<string, string>> = {
  'review-changes': 'start-code-review',
  ...renameAll('review', 'changes', [
    'next',
    'previous',
    'first',
    'last',
    'accept',
    'revert',
    'comment',
    'open',
  ]),
  ...ofPanel('review', 'changes'),
  ...ofPanel('findings', 'code-review'),
  ...ofPanel('log', 'logs'),
}

/** Returns the id that a command has now. */
export function toCommandId(id: string): string {
  return Object.hasOwn(former, id) ? (former[id] ?? id) : id
}

const SHORTCUTS = 'shortcuts.'

/** Returns the name that a setting has now: `shortcuts.review-accept` is `shortcuts.changes-accept`. */
export function toSettingName(name: string): string {
  if (!name.startsWith(SHORTCUTS)) return name
  return `${SHORTCUTS}${toCommandId(name.slice(SHORTCUTS.length))}`
}

/** Returns shortcuts by the ids that commands have now; where both are present, the current id's entry counts. */
export function withCurrentIds<Keys>(shortcuts: Record<string, Keys>): Record<string, Keys> {
  const renamed = Object.entries(shortcuts).map(([id, keys]) => [toCommandId(id), keys] as const)
  const current = Object.entries(shortcuts).filter(([id]) => toCommandId(id) === id)
  return Object.fromEntries([...renamed, ...current])
}

function renameAll(from: string, to: string, acts: readonly string[]): Record<string, string> {
  return Object.fromEntries(acts.map((act) => [`${from}-${act}`, `${to}-${act}`]))
}

function ofPanel(from: string, to: string): Record<string, string> {
  const acts = ['go-to', 'toggle', 'move-to']
  return Object.fromEntries(acts.map((act) => [`${act}-${from}`, `${act}-${to}`]))
}
