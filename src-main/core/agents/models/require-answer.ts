import { AIMessage, type BaseMessage } from '@langchain/core/messages'
import { AppError } from '#shared/error.ts'
import { textOfContent } from '../text-of-content.ts'
import { finishReasonOf } from './answer-pieces.ts'

/**
 * Throws an AppError `unavailable` where the last message of a thread is a model's and says nothing: a
 * run that ends so has no result. The sentence says why, where the server did.
 */
export function requireAnswer(messages: readonly BaseMessage[]): void {
  const last = messages.at(-1)
  if (!AIMessage.isInstance(last) || last.tool_calls?.length) return
  if (textOfContent(last.content).trim() !== '') return
  const reason = finishReasonOf({ text: '', message: last })
  throw new AppError('unavailable', sentenceFor(reason), { data: { fault: 'request' } })
}

function sentenceFor(finishReason: string | undefined): string {
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
