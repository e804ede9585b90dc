/** How many commits there are, in words. */
export function countCommits(count: number): string {
  return count === 1 ? '1 commit' : `${count} commits`
}
