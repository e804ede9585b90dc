import { mkdirSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { it } from 'vitest'
import type { CorpusName } from './corpora.ts'
import { corpusReportFile, corpusReportFolder } from './corpus-report.ts'

const SAMPLE_SIZE = 20
const SAMPLE_SEED = 20_261_125

const ran = new Map<CorpusName, number>()

interface CorpusCase {
  /** Unique in its corpus and stable when the corpus grows. */
  readonly name: string
}

interface CorpusSelection<Case extends CorpusCase> {
  readonly cases: readonly Case[]
  /** Names of cases that have failed before; every run includes them. */
  readonly everFailed?: readonly string[]
}

/**
 * Declares one test per selected case of a corpus. Call it at the top level of a file named
 * `<subject>.corpus.test.ts`, and list the corpus in `corpora.ts`.
 */
export function testCorpus<Case extends CorpusCase>(
  corpus: CorpusName,
  { timeoutMs, ...selection }: CorpusSelection<Case> & { readonly timeoutMs?: number },
  run: (testCase: Case) => Promise<void> | void,
): void {
  for (const testCase of selectCases(selection)) {
    it(
      `${corpus}: ${testCase.name}`,
      async () => {
        await run(testCase)
        recordCases(corpus, 1)
      },
      timeoutMs,
    )
  }
}

/**
 * Returns the cases to run: all of them under `npm run test:long`, otherwise a seeded sample and
 * every case that has failed before. Throws if `everFailed` names a case that doesn't exist.
 */
export function selectCases<Case extends CorpusCase>({
  cases,
  everFailed = [],
}: CorpusSelection<Case>): readonly Case[] {
  const names = new Set(cases.map(({ name }) => name))
  if (names.size < cases.length) throw new Error('Two cases of this corpus have the same name.')
  const missing = everFailed.find((name) => !names.has(name))
  if (missing !== undefined) throw new Error(`This corpus has no case named ${missing}.`)
  if (process.env.ORRERY_CORPORA === 'whole' || cases.length <= SAMPLE_SIZE) return cases
  const size = { minLength: SAMPLE_SIZE, maxLength: SAMPLE_SIZE }
  const [sample = []] = fc.sample(fc.subarray([...cases], size), { seed: SAMPLE_SEED, numRuns: 1 })
  return cases.filter((each) => sample.includes(each) || everFailed.includes(each.name))
}

/** Records that `count` further cases of a corpus ran and passed. `testCorpus` does this itself. */
export function recordCases(corpus: CorpusName, count: number): void {
  const total = (ran.get(corpus) ?? 0) + count
  ran.set(corpus, total)
  mkdirSync(corpusReportFolder, { recursive: true })
  writeFileSync(corpusReportFile(corpus), `${total}\n`)
}
