import { check } from 'recheck'
import type { Verdict } from './find-problems.ts'

/** Judges a pattern by its automaton, or by attacks where that takes too long. */
export async function judgePattern(source: string, flags: string): Promise<Verdict> {
  const first = await check(source, flags, { timeout: 30_000 })
  const isLate = first.status === 'unknown' && first.error.kind === 'timeout'
  const result = isLate ? await check(source, flags, { checker: 'fuzz', timeout: 120_000 }) : first
  switch (result.status) {
    case 'safe':
      return 'linear'
    case 'vulnerable':
      return `vulnerable: ${result.complexity.summary}, as in ${result.attack.pattern}`
    case 'unknown':
      return `unknown: ${result.error.kind}`
  }
}
