// Checks that no regular expression of the program takes more than linear time: a text that somebody
// else wrote would hold the thread with it. Judging takes long, so verdicts are kept in a file;
// `npm run patterns -- --judge` judges the patterns that are new and drops the verdicts that are stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { allowed } from './patterns/allowed-patterns.ts'
import { type Collected, collectPatterns } from './patterns/collect-patterns.ts'
import { findProblems, type Verdict, type Verdicts } from './patterns/find-problems.ts'

const VERDICTS = 'scripts/pattern-verdicts.json'

function readVerdicts(): Verdicts {
  // Written by this script.
  return JSON.parse(readFileSync(VERDICTS, 'utf8')) as Verdicts
}

async function collectAll(): Promise<Collected> {
  const files: string[] = []
  for await (const path of glob('src-*/**/*.{ts,tsx}')) {
    const file = path.replaceAll('\\', '/')
    if (!/\.test\.tsx?$/.test(file)) files.push(file)
  }
  return collectPatterns(files.toSorted(), (file) => readFileSync(file, 'utf8'))
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

const collected = await collectAll()
if (process.argv.includes('--judge')) await updateVerdicts(collected)
const { count, problems } = findProblems(collected, readVerdicts(), allowed)
for (const problem of problems) console.error(problem)
if (problems.length > 0) {
  console.error(
    'Rewrite patterns that are vulnerable. Run `npm run patterns -- --judge` for new ones.',
  )
}
console.log(`${count} patterns checked, ${problems.length} problems`)
process.exitCode = problems.length > 0 || collected.patterns.length === 0 ? 1 : 0
// The judge's worker would keep the process.
process.exit()
