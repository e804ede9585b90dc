// Runs every corpus of test cases whole. Fails when a case fails, or when a corpus ran fewer cases
// than `test/support/corpora.ts` requires.
import { rmSync } from 'node:fs'
import { type CorpusName, corpora } from '../test/support/corpora.ts'
import { corpusReportFolder, readCorpusReport } from '../test/support/corpus-report.ts'
import { printResult, runStep } from './run-step.ts'

interface CorpusCount {
  readonly corpus: CorpusName
  readonly ran: number
  readonly required: number
}

function isCorpusName(name: string): name is CorpusName {
  return name in corpora
}

function countCases(): readonly CorpusCount[] {
  return Object.entries(corpora).flatMap(([corpus, required]) =>
    isCorpusName(corpus) ? [{ corpus, required, ran: readCorpusReport(corpus) }] : [],
  )
}

rmSync(corpusReportFolder, { recursive: true, force: true })
const build = await runStep({ name: 'build', command: ['scripts/build.ts'] })
printResult(build)
process.env.ORRERY_CORPORA = 'whole'
const corpusTests = await runStep({
  name: 'corpora',
  command: ['node_modules/vitest/vitest.mjs', 'run', '.corpus.test'],
  isShown: true,
})
const counts = countCases()
for (const { corpus, ran, required } of counts) {
  const verdict = ran < required ? `FAILED, at least ${required} must pass` : 'ok'
  console.log(`${corpus.padEnd(30)} ${String(ran).padStart(5)} cases passed  ${verdict}`)
}
const passed = counts.reduce((sum, { ran }) => sum + ran, 0)
const isComplete = counts.every(({ ran, required }) => ran >= required)
const ok = build.ok && corpusTests.ok && isComplete
console.log(`${ok ? 'ok' : 'FAILED'}: ${passed} cases of ${counts.length} corpora passed`)
process.exitCode = ok ? 0 : 1
