import { toMarkdown } from '#shared/code-review/review-markdown.ts'
import type { ReviewResult } from '#shared/code-review/review-result.ts'
import { toSarif } from '#shared/code-review/review-sarif.ts'
import { assertNever } from '#shared/lib/assert.ts'
import { runGit } from '../core/git/run-git.ts'
import { findInstallation } from '../installation.ts'
import { toText } from './review-text.ts'

export const REVIEW_FORMATS = ['text', 'json', 'markdown', 'sarif'] as const
export type ReviewFormat = (typeof REVIEW_FORMATS)[number]

interface Writing {
  readonly format: ReviewFormat
  readonly projectDir: string
  /** Then it is as wide as a file is. */
  readonly isToFile: boolean
}

const FILE_COLUMNS = 100

/** A review as it is written, with its last line's end. */
export async function writeReview(
  result: ReviewResult,
  { format, projectDir, isToFile }: Writing,
): Promise<string> {
  switch (format) {
    case 'text':
      return toText(result, (!isToFile && process.stdout.columns) || FILE_COLUMNS)
    case 'json':
      return toJson(result)
    case 'markdown':
      return toMarkdown(result)
    case 'sarif': {
      const prefix = await findPrefix(projectDir)
      return toJson(toSarif(result, { version: findInstallation().version, prefix }))
    }
    default:
      return assertNever(format)
  }
}

function toJson(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}

/** Where the project is in its repository: code scanning reads paths from there. */
async function findPrefix(projectDir: string): Promise<string> {
  const { output } = await runGit(projectDir, ['rev-parse', '--show-prefix'])
  return output?.trimEnd() ?? ''
}
