import { withoutComments } from '#shared/changes/comment-prompt.ts'
import { headOf } from '#shared/events/value.ts'
import type { SessionStates } from '#shared/projections/index.ts'
import { LEAD_THREAD } from '#shared/projections/transcript.ts'

/** What a commit could be called: what a person asked for last, other than by comments. */
export function draftMessage({ transcript }: Pick<SessionStates, 'transcript'>): string {
  const ids = transcript.threads[LEAD_THREAD] ?? []
  for (const id of ids.toReversed()) {
    const item = transcript.items[id]
    const said = item?.type === 'input' ? withoutComments(headOf(item.text)) : ''
    if (said) return toMessage(said)
  }
  return ''
}

/** How long a subject is at most, but for a word that is longer. */
const MOST_SUBJECT = 72

/** The first line of a prompt as a subject, between words; what that has no room for follows below it. */
export function toMessage(prompt: string): string {
  const line = (prompt.trim().split('\n', 1)[0] ?? '').trimEnd()
  if (line.length <= MOST_SUBJECT) return line
  const end = findEnd(line, MOST_SUBJECT - ' …'.length)
  return end < 0 ? line : `${line.slice(0, end).trimEnd()} …\n\n… ${line.slice(end).trimStart()}`
}

/** Where the last word ends that does so in time, or else the first; -1: there is one word only. */
function findEnd(line: string, most: number): number {
  const end = line.lastIndexOf(' ', most)
  return end > 0 ? end : line.indexOf(' ')
}
