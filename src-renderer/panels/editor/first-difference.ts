/** The first line, from 1, that two texts do not share; `undefined` where they are the same. */
export function firstDifference(one: string, other: string): number | undefined {
  if (one === other) return undefined
  const [ours, theirs] = [one.split('\n'), other.split('\n')]
  const index = ours.findIndex((line, at) => line !== theirs[at])
  return (index < 0 ? ours.length : index) + 1
}
