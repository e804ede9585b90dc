import type { FileChange } from '#shared/changes/file-changes.ts'
import type { Author } from '#shared/changes/line-authors.ts'
import { formatCount, formatUsd } from '../ui/text/format.ts'

/** What is said of an author. */
export interface AuthorWords {
  readonly name: string
  /** What the agent had been told. */
  readonly prompt?: string
  readonly cost?: string
  /** All of it, as a sentence or two. */
  readonly whole: string
}

/** How much of a prompt is said. */
const PROMPT_CHARACTERS = 80

/** `change` is the author's own; absent where the author is none. */
export function tellAuthor(author: Author, change: FileChange | undefined): AuthorWords {
  if (change?.type === 'call') return tellCall(change)
  if (change) return tellOther(change)
  return none[typeof author === 'number' ? 'not-recorded' : author]
}

const none: Readonly<Record<Exclude<Author, number>, AuthorWords>> = {
  start: { name: 'before the session', whole: 'It was there when the session began.' },
  'not-saved': { name: 'not saved yet', whole: 'It was typed here, and is not saved.' },
  'not-recorded': { name: 'not recorded', whole: 'Who wrote it was not recorded.' },
}

function tellOther({ type, session, run, seq }: FileChange): AuthorWords {
  const when = `${run === undefined ? '' : ` during run ${run}`}, at event ${formatCount(seq)}`
  if (session) {
    const name = session.author === 'person' ? `you, in “${session.title}”` : `“${session.title}”`
    const by = session.author === 'person' ? 'You changed it' : 'An agent changed it'
    return { name, whole: `${by} in session “${session.title}”${when}.` }
  }
  if (type === 'person') return { name: 'person', whole: `A person wrote it${when}.` }
  const whole = `Unknown author: it changed outside this session${when}.`
  return { name: 'unknown author', whole }
}

function tellCall({
  agent = 'an agent',
  run,
  prompt,
  title,
  costUsd,
  seq,
}: FileChange): AuthorWords {
  const inRun = run === undefined ? '' : ` · run ${run}`
  const told = prompt === undefined ? undefined : firstWords(prompt)
  const cost = costUsd === undefined ? undefined : formatUsd(costUsd)
  const sentences = [
    `${agent}${run === undefined ? '' : ` in run ${run}`} wrote it${title ? ` by “${title}”` : ''}, at event ${formatCount(seq)}.`,
    told && `It had been told “${told}”.`,
    cost && `The model call that asked for it: ${cost}.`,
  ]
  return {
    name: `${agent}${inRun}`,
    ...(told !== undefined && { prompt: told }),
    ...(cost !== undefined && { cost }),
    whole: sentences.filter(Boolean).join(' '),
  }
}

function firstWords(prompt: string): string {
  const line = prompt.trim().replace(/\s+/g, ' ')
  if (line.length <= PROMPT_CHARACTERS) return line
  return `${line.slice(0, line.lastIndexOf(' ', PROMPT_CHARACTERS))}…`
}
