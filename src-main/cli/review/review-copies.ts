import { constants } from 'node:fs'
import { access, stat, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { toMarkdown } from '#shared/code-review/review-markdown.ts'
import type { ReviewResult } from '#shared/code-review/review-result.ts'
import { toSarif } from '#shared/code-review/review-sarif.ts'
import { assertNever } from '#shared/lib/assert.ts'
import { runGit } from '../../core/git/run-git.ts'
import { findInstallation } from '../../installation.ts'
import { readChoice } from '../command-line/command.ts'
import { wrongUsage } from '../command-line/exit-codes.ts'
import { toText } from './review-text.ts'

/** The review as it is written once. */
export interface Copy {
  readonly format: ReviewFormat
  /** Absent: standard output. */
  readonly output?: string | undefined
}

interface Named {
  readonly format?: string[] | undefined
  readonly output?: string[] | undefined
}

/**
 * Each format with its file; standard output holds one. Fails where a file can't be written: nobody
 * should learn that of a review that is paid for.
 */
export async function readCopies(named: Named): Promise<readonly Copy[]> {
  const copies = pair(named)
  for (const { output } of copies) if (output !== undefined) await checkWritable(resolve(output))
  return copies
}

function pair({ format: formats = ['text'], output: outputs = [] }: Named): readonly Copy[] {
  const spare = formats.length - outputs.length
  if (spare === 0 || spare === 1) {
    return formats.map((text, index) => ({
      format: readChoice('--format', text, REVIEW_FORMATS) ?? 'text',
      output: outputs[index],
    }))
  }
  throw wrongUsage('Give each --format its --output, in their order; the last may do without.')
}

/** Without making it: a review that comes to nothing leaves no empty file behind. */
async function checkWritable(path: string): Promise<void> {
  const there = await find(path)
  if (there?.isDirectory()) {
    throw wrongUsage(`--output takes a file, and ${path} is a folder. Name a file in it.`)
  }
  const folder = dirname(path)
  if (!there && !(await find(folder))?.isDirectory()) {
    throw wrongUsage(`--output can’t be written: there is no folder ${folder}. Make it first.`)
  }
  await access(there ? path : folder, constants.W_OK).catch((cause: unknown) => {
    throw wrongUsage(
      `--output can’t be written: you may not write to ${there ? path : folder}.`,
      cause,
    )
  })
}

/** Returns the stats of a path; `undefined` where nothing can be read. */
function find(path: string) {
  return stat(path).catch(() => undefined)
}

interface Writing {
  readonly copies: readonly Copy[]
  readonly projectDir: string
  /** Standard output. */
  readonly print: (text: string) => void
  /** Told what could not be written, a sentence each. */
  readonly complain: (sentence: string) => void
}

/**
 * Writes every copy. What a file does not take is printed, unless standard output holds a copy already.
 * Answers whether all are where they were wanted.
 */
export async function writeCopies(
  result: ReviewResult,
  { copies, projectDir, print, complain }: Writing,
): Promise<boolean> {
  let isPrinted = copies.some(({ output }) => output === undefined)
  let isWhole = true
  for (const { format, output } of copies) {
    const text = await writeReview(result, { format, projectDir, isToFile: output !== undefined })
    if (output === undefined) {
      print(text)
    } else if (!(await isWritten(resolve(output), text))) {
      isWhole = false
      const instead = isPrinted ? '' : ' It is on standard output instead.'
      complain(`${resolve(output)} can’t be written.${instead}`)
      if (!isPrinted) print(text)
      isPrinted = true
    }
  }
  return isWhole
}

async function isWritten(path: string, text: string): Promise<boolean> {
  return writeFile(path, text).then(
    () => true,
    () => false,
  )
}

const REVIEW_FORMATS = ['text', 'json', 'markdown', 'sarif'] as const
type ReviewFormat = (typeof REVIEW_FORMATS)[number]

interface WrittenAs {
  readonly format: ReviewFormat
  readonly projectDir: string
  /** Then it is as wide as a file is. */
  readonly isToFile: boolean
}

const FILE_COLUMNS = 100

/** A review as it is written, with its last line's end. */
async function writeReview(
  result: ReviewResult,
  { format, projectDir, isToFile }: WrittenAs,
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

/** Returns the project's path in its repository, because code scanning reads paths relative to the repository. */
async function findPrefix(projectDir: string): Promise<string> {
  const { output } = await runGit(projectDir, ['rev-parse', '--show-prefix'])
  return output?.trimEnd() ?? ''
}
