import type { Progress } from '../code/define.ts'
import { toAgentPath } from '../workspace/agent-path.ts'

const MAX_NAMED = 5

/** What an answer about code does not rest on, as sentences. */
export function notesOf({ pending, left, unread, unknown }: Progress): readonly string[] {
  const endings = Object.entries(unknown).slice(0, MAX_NAMED)
  const named = endings.map(([ending, amount]) => `${ending} (${amount})`).join(', ')
  const failed = unread.slice(0, MAX_NAMED).map(toAgentPath).join(', ')
  return [
    ...(pending > 0 ? [`Still to be read: ${filesOf(pending)}. Ask again for all of it.`] : []),
    ...(left > 0 ? [`Not read, because there are too many: ${filesOf(left)}.`] : []),
    ...(unread.length > 0
      ? [`${filesOf(unread.length)} could not be read, being too large or no text: ${failed}.`]
      : []),
    ...(named === '' ? [] : [`Files of languages that are not known: ${named}.`]),
  ]
}

function filesOf(amount: number): string {
  return amount === 1 ? '1 file' : `${amount} files`
}
