/** The folders that each folder imports. */
export type Folders = Map<string, Set<string>>

/**
 * Sorts folders into layers, the topmost first: each imports from lower layers only. Folders that
 * import each other share a layer.
 */
export function toLayers(folders: Folders): readonly (readonly string[])[] {
  const heights = new Map<string, number>()
  const heightOf = (folder: string, path: readonly string[]): number => {
    const known = heights.get(folder)
    if (known !== undefined) return known
    if (path.includes(folder)) return 0
    const below = [...(folders.get(folder) ?? [])].map((each) => heightOf(each, [...path, folder]))
    const height = Math.max(-1, ...below) + 1
    heights.set(folder, height)
    return height
  }
  const layers = Map.groupBy(folders.keys(), (folder) => heightOf(folder, []))
  return [...layers].toSorted(([one], [other]) => other - one).map(([, layer]) => layer.toSorted())
}
