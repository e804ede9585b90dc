// Checks that no regular expression of the program takes more than linear time: a text that somebody
// else wrote would hold the thread with it. Judging takes long, so verdicts are kept in a file;
// `npm run patterns -- --judge` judges the patterns that are new and drops the verdicts that are stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { createParser, type Parse } from './check/parse-sources.ts'
import type { Report } from './check/report.ts'
import { listProductionFiles, readSources, type Sources } from './check/sources.ts'
import { allowed } from './patterns/allowed-patterns.ts'
import { type Collected, collectPatterns } from './patterns/collect-patterns.ts'
import { findProblems, type Verdict, type Verdicts } from './patterns/find-problems.ts'

const VERDICTS = 'scripts/pattern-verdicts.json'

function readVerdicts(): Verdicts {
  // Written by this script.
  return JSON.parse(readFileSync(VERDICTS, 'utf8')) as Verdicts
}

function collectAll(sources: Sources, parse: Parse): Collected {
  const read = (file: string) => sources.get(file) ?? ''
  return collectPatterns(listProductionFiles(sources), read, parse)
}

/** Checks that each pattern has a verdict, and a good one. */
export function checkPatterns(sources: Sources, parse: Parse): Report {
  const collected = collectAll(sources, parse)
  const { count, problems } = findProblems(collected, readVerdicts(), allowed)
  const advice =
    'Rewrite patterns that are vulnerable. Run `npm run patterns -- --judge` for new ones.'
  return {
    checked: `${count} patterns`,
    isEmpty: collected.patterns.length === 0,
    problems: problems.length > 0 ? [...problems, advice] : [],
  }
}

async function updateVerdicts(collected: Collected): Promise<void> {
  const { judgePattern } = await import('./patterns/judge-pattern.ts')
  const known = readVerdicts()
  const { unjudged, stale } = findProblems(collected, known, allowed)
  const verdicts = new Map<string, Verdict>(Object.entries(known))
  for (const key of stale) verdicts.delete(key)
  for (const [index, key] of unjudged.entries()) {
    const end = key.lastIndexOf('/')
    const verdict = await judgePattern(key.slice(1, end), key.slice(end + 1))
    console.log(`${index + 1} of ${unjudged.length}: ${key} is ${verdict}`)
    verdicts.set(key, verdict)
  }
  const sorted = [...verdicts].sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(VERDICTS, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`)
}

if (import.meta.main) {
  const sources = readSources('.')
  const parse = createParser()
  if (process.argv.includes('--judge')) await updateVerdicts(collectAll(sources, parse))
  const { checked, isEmpty, problems } = checkPatterns(sources, parse)
  for (const problem of problems) console.error(problem)
  console.log(`${checked} checked, ${problems.length > 0 ? 'with problems' : 'none with problems'}`)
  // The judge's worker would keep the process.
  process.exit(problems.length > 0 || isEmpty ? 1 : 0)
}
