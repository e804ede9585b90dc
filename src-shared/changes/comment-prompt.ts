import type { Comment } from '../events/change.ts'

type Written = Pick<Comment, 'path' | 'line' | 'endLine' | 'quote' | 'text'>

/** How much of the lines is repeated. */
const MOST_QUOTED = 12

/** Which lines a comment is about, behind the path. */
export function tellPlace({ path, line, endLine }: Written): string {
  return endLine > line ? `${path}:${line}-${endLine}` : `${path}:${line}`
}

/** Comments as a prompt: where, the lines, and what a person says about them. `gone`: paths without a file by now. */
export function writeComments(
  comments: readonly Written[],
  gone: ReadonlySet<string> = new Set(),
): string {
  const written = comments.map((one) =>
    writeComment(one, isMentionable(one.path, gone) ? mention : tellPlace),
  )
  return written.join('\n\n')
}

/** A prompt with the comments that it does not tell yet. */
export function addComments(
  prompt: string,
  comments: readonly Written[],
  gone?: ReadonlySet<string>,
): string {
  const said = findSaid(comments, prompt)
  const missing = comments.filter((comment) => !said.includes(comment))
  return [prompt.trim(), writeComments(missing, gone)].filter(Boolean).join('\n\n')
}

/** What a prompt says before its first comment: comments come behind what else is said. */
export function withoutComments(prompt: string): string {
  return prompt.replace(/(^|\n)(@|\/workspace\/)[^\n]+:\d+(-\d+)?\n> .*/su, '').trim()
}

function writeComment(comment: Written, name: (comment: Written) => string): string {
  const lines = comment.quote.split('\n')
  const quoted = lines.slice(0, MOST_QUOTED).map((line) => `> ${line}`)
  const rest = lines.length > MOST_QUOTED ? ['> …'] : []
  return [name(comment), ...quoted, ...rest, comment.text].join('\n')
}

/** As a person names files in prompts: agents are told beside the prompt which file that is. */
function mention(comment: Written): string {
  return `@${tellPlace({ ...comment, path: comment.path.replace(/^\/workspace\//u, '') })}`
}

/** A mention ends at a space, and means a file that is there: of others the whole path is told. */
function isMentionable(path: string, gone: ReadonlySet<string>): boolean {
  return !/\s/u.test(path) && !gone.has(path)
}

/** Those of some comments that a prompt tells, word for word: a person may have taken others out of it again. */
export function findSaid<One extends Written>(
  comments: readonly One[],
  prompt: string,
): readonly One[] {
  const told = toParagraph(prompt)
  return comments.filter((comment) =>
    [mention, tellPlace].some((name) => told.includes(toParagraph(writeComment(comment, name)))),
  )
}

/** Between empty lines, so that it is not the beginning of a longer one. */
function toParagraph(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd())
  return `\n\n${lines.join('\n')}\n\n`
}
