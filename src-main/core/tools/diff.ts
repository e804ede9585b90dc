import type { Display } from '#shared/events/tool.ts'
import type { Written } from '../workspace/define.ts'

/** How changes of files are shown: one as its diff, several as a list. */
export function displayOf(written: readonly Written[]): { readonly display?: Display } {
  const [change, ...more] = written
  if (!change) return {}
  if (more.length > 0) return { display: { type: 'list', items: written.length } }
  return { display: { type: 'diff', ...change } }
}
