import type { Written } from '../workspace/define.ts'

/** Returns a sentence if other names of a file, its hard links, no longer hold the same as it. */
export function noteHardLinks({ path, hasLeftLinks }: Written): string {
  return hasLeftLinks ? ` The other hard links of ${path} keep the old content.` : ''
}
