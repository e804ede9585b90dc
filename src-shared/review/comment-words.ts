import type { Comment } from '#shared/events/comment.ts'

type Written = Pick<Comment, 'path' | 'line' | 'endLine' | 'quote' | 'text'>

/** How much of the lines is repeated. */
const MOST_QUOTED = 12

/** Which lines a comment is about, behind the path. */
export function tellPlace({ path, line, endLine }: Written): string {
  return endLine > line ? `${path}:${line}-${endLine}` : `${path}:${line}`
}

/** Comments as a prompt: where, the lines, and what a person says about them. */
export function writeComments(comments: readonly Written[]): string {
  return comments.map(writeComment).join('\n\n')
}

/** A prompt with the comments that it does not tell yet. */
export function addComments(prompt: string, comments: readonly Written[]): string {
  const said = findSaid(comments, prompt)
  const missing = comments.filter((comment) => !said.includes(comment))
  return [prompt.trim(), writeComments(missing)].filter(Boolean).join('\n\n')
}

function writeComment(comment: Written): string {
  const lines = comment.quote.split('\n')
  const quoted = lines.slice(0, MOST_QUOTED).map((line) => `> ${line}`)
  const rest = lines.length > MOST_QUOTED ? ['> …'] : []
  return [nameFile(comment), ...quoted, ...rest, comment.text].join('\n')
}

/** As a person names files in prompts: agents are told beside the prompt which file that is. */
function nameFile(comment: Written): string {
  return `@${tellPlace({ ...comment, path: comment.path.replace(/^\/workspace\//u, '') })}`
}

/** Those of some comments that a prompt tells, word for word: a person may have taken others out of it again. */
export function findSaid<One extends Written>(
  comments: readonly One[],
  prompt: string,
): readonly One[] {
  const told = toParagraph(prompt)
  return comments.filter((comment) => told.includes(toParagraph(writeComment(comment))))
}

/** Between empty lines, so that it is not the beginning of a longer one. */
function toParagraph(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd())
  return `\n\n${lines.join('\n')}\n\n`
}
