import { AIMessage, type BaseMessage } from '@langchain/core/messages'
import { textOfContent } from '../messages/text-of-content.ts'

/**
 * A thread as a model of `provider` takes it: what others wrote in a form of their own becomes text,
 * and calls.
 */
export function translate(messages: readonly BaseMessage[], provider: string): BaseMessage[] {
  return messages.map((message) =>
    AIMessage.isInstance(message) && isForeign(message, provider) ? plain(message) : message,
  )
}

/** Only Anthropic's client, and OpenAI's where it speaks of responses, write more than text. */
function isForeign({ response_metadata: made, content }: AIMessage, provider: string): boolean {
  return typeof content !== 'string' && made['model_provider'] !== provider
}

function plain({ id, content, tool_calls, additional_kwargs }: AIMessage): AIMessage {
  return new AIMessage({
    content: textOfContent(content),
    additional_kwargs,
    ...(id !== undefined && { id }),
    ...(tool_calls && { tool_calls }),
  })
}
