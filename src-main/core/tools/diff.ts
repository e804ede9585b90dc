import type { Display } from '#shared/events/tool.ts'
import type { Written } from '../workspace/define.ts'

/** The change of a call that changed one file. */
export function diffOf(written: readonly Written[]): Display | undefined {
  const [change, ...more] = written
  if (!change || more.length > 0) return undefined
  return { type: 'diff', ...change }
}
