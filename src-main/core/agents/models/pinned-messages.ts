import { type BaseMessage, HumanMessage } from '@langchain/core/messages'
import { PINNED_ID, textOfMessage } from '../messages/message-text.ts'
import { type LoadedPin, textOfPins } from '../prompts/pinned.ts'

/**
 * What an agent sees, with what is pinned in it once: as it is where it is still there, else together
 * with the others that are gone, right behind the summary that stands for them.
 */
export function withPinned(
  seen: readonly BaseMessage[],
  pins: readonly LoadedPin[],
): readonly BaseMessage[] {
  const gone = pins.filter((pin) => !seen.some((message) => isStillSeen(message, pin)))
  if (gone.length === 0) return seen
  const told = new HumanMessage({ id: PINNED_ID, content: textOfPins(gone) })
  const [summary, ...rest] = seen
  return summary ? [summary, told, ...rest] : [told]
}

/** Long results and arguments may have been cut short since: then it is not. */
function isStillSeen(message: BaseMessage, { messageId, text }: LoadedPin): boolean {
  if (message.id !== messageId) return false
  const calls = 'tool_calls' in message ? { tool_calls: message.tool_calls } : {}
  return textOfMessage({ content: message.content, ...calls }) === text
}
