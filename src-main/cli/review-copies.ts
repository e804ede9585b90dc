import { constants } from 'node:fs'
import { access, stat, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { ReviewResult } from '#shared/code-review/review-result.ts'
import { readChoice } from './command.ts'
import { wrongUsage } from './exit.ts'
import { REVIEW_FORMATS, type ReviewFormat, writeReview } from './review-formats.ts'

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

/** What there is at a path, if there is anything that can be seen. */
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
