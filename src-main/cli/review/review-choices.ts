import { basename } from 'node:path'
import type { ListedReviewer } from '#shared/contract/procedures/code-reviews.ts'
import { showInvisible } from '#shared/lib/invisible-characters.ts'
import { wrongUsage } from '../command-line/exit-codes.ts'

/** The part of the answer of `codeReviews.choices` that is needed here. */
interface Choices {
  readonly reviewers: readonly ListedReviewer[]
  readonly wrong: readonly WrongFile[]
}

interface WrongFile {
  readonly path: string
  readonly error: string
}

/**
 * What is wrong with files of reviewers, a line each: those that are none, and what could not be taken of
 * those that review. Fails where one is asked for by name whose file is none. `names` absent: all review.
 */
export function tellProblems(
  { reviewers, wrong }: Choices,
  names: readonly string[] | undefined,
): readonly string[] {
  const missing = names?.filter((name) => !reviewers.some((one) => one.name === name)) ?? []
  for (const file of wrong) {
    if (!missing.includes(nameOf(file))) continue
    throw wrongUsage(`“${nameOf(file)}” can’t review: ${tellWrong(file)}`)
  }
  const asked = reviewers.filter(({ name }) => names?.includes(name) ?? true)
  return [
    ...wrong.map((file) => `${tellWrong(file)}${tellInstead(file, reviewers)}`),
    ...asked.flatMap(({ path, problems }) => problems.map((one) => toLine(`${path}: ${one}`))),
  ]
}

/** What a file that is no definition would be called, were it one. */
function nameOf({ path }: WrongFile): string {
  return basename(path, '.md')
}

function tellWrong({ path, error }: WrongFile): string {
  return toLine(`${path} is no reviewer. ${error}`)
}

function toLine(said: string): string {
  return showInvisible(said.replaceAll(/\s+/g, ' ').trim(), 'name')
}

/** Who reviews where somebody meant this file to. */
function tellInstead(file: WrongFile, reviewers: readonly ListedReviewer[]): string {
  const instead = reviewers.find(({ name }) => name === nameOf(file))
  if (!instead) return ''
  const whose =
    instead.source === 'built-in' ? 'Ours of that name' : showInvisible(instead.path, 'name')
  return ` ${whose} reviews in its place.`
}
