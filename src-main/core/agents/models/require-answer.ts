import { AIMessage, type BaseMessage } from '@langchain/core/messages'
import { AppError } from '#shared/error.ts'
import { textOfContent } from '../text-of-content.ts'
import { finishReasonOf } from './answer-pieces.ts'

/**
 * Throws an AppError `unavailable` where the last message of a thread is a model's and no whole answer: a
 * run that ends so has no result. The sentence says why, where the server did.
 */
export function requireAnswer(messages: readonly BaseMessage[]): void {
  const last = messages.at(-1)
  if (!AIMessage.isInstance(last) || last.tool_calls?.length) return
  const reason = finishReasonOf({ text: '', message: last })
  const isEmpty = textOfContent(last.content).trim() === ''
  const sentence = isEmpty ? whyEmpty(reason) : whyIncomplete(reason)
  if (sentence) throw new AppError('unavailable', sentence, { data: { fault: 'request' } })
}

/**
 * Whether a thread ends with an answer that may be continued: its model's limit on output has cut it, or
 * Anthropic's server has paused it.
 */
export function isUnfinished(messages: readonly BaseMessage[]): boolean {
  const last = messages.at(-1)
  if (!AIMessage.isInstance(last) || last.tool_calls?.length) return false
  const reason = finishReasonOf({ text: '', message: last })
  const isEmpty = textOfContent(last.content).trim() === ''
  return reason === 'pause_turn' || (reason === 'length' && !isEmpty)
}

function whyEmpty(finishReason: string | undefined): string {
  switch (finishReason) {
    case 'length':
      return 'The model reached its limit on output before it answered. Ask for less at once, or choose a model that answers at more length.'
    case 'content_filter':
      return 'The model’s server withheld the answer: its filter stopped it. Say it in another way, or choose another model.'
    case undefined:
    case 'stop':
      return 'The model answered nothing. Send the prompt again, or choose another model.'
    default:
      return `The model answered nothing (${finishReason}). Send the prompt again, or choose another model.`
  }
}

function whyIncomplete(finishReason: string | undefined): string | undefined {
  switch (finishReason) {
    case 'length':
      return 'The answer is incomplete: the model reached its limit on output again and again. Resume to let it continue, or ask for less at once.'
    case 'pause_turn':
      return 'The answer is incomplete: the server paused it again and again. Resume to let it continue.'
    case 'content_filter':
      return 'The answer is incomplete: the server’s filter stopped it. Say it in another way, or choose another model.'
    default:
      return undefined
  }
}
