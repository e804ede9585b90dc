/** The tabs of the editor: what was opened, in order, without what was closed; `shown` is always among them. */
export function listTabs(opened: readonly string[], shown: string | undefined): readonly string[] {
  return shown === undefined || opened.includes(shown) ? opened : [...opened, shown]
}

/** What comes to the front when `path` is closed: its right neighbour, else its left. */
export function neighbourOf(tabs: readonly string[], path: string): string | undefined {
  const index = tabs.indexOf(path)
  return tabs[index + 1] ?? tabs[index - 1]
}
