import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CorpusName } from './corpora.ts'

/** Each file in this folder holds the number of cases of one corpus that ran and passed. */
export const corpusReportFolder = 'test-results/corpora'

export function corpusReportFile(corpus: CorpusName): string {
  return join(corpusReportFolder, corpus)
}

/** Returns how many cases of a corpus ran and passed; 0 if it didn't run. */
export function readCorpusReport(corpus: CorpusName): number {
  try {
    return Number(readFileSync(corpusReportFile(corpus), 'utf8'))
  } catch {
    return 0
  }
}
