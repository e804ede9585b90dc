import { AIMessage, type BaseMessage } from '@langchain/core/messages'
import { AppError } from '#shared/lib/app-error.ts'
import { MISSING } from '../../providers/streaming/answer-reader.ts'
import { textOfContent } from '../messages/text-of-content.ts'
import { finishReasonOf } from './answer-pieces.ts'

/** How often an unfinished answer is continued before its run fails. */
export const MAX_CONTINUED = 3

/**
 * Throws an AppError `unavailable` if a thread ends with an answer that is empty, cut, filtered or
 * refused: its run has no result. The message says why, if the server did.
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
 * Whether a thread ends with an answer that can be continued: the model's output limit cut it, or
 * Anthropic's server paused it.
 */
export function isUnfinished(messages: readonly BaseMessage[]): boolean {
  const last = messages.at(-1)
  if (!AIMessage.isInstance(last) || last.tool_calls?.length) return false
  const reason = finishReasonOf({ text: '', message: last })
  const isEmpty = textOfContent(last.content).trim() === ''
  return reason === 'pause_turn' || (reason === 'length' && !isEmpty)
}

const REPHRASE = 'Rephrase the prompt, or choose another model.'
const REFUSED = `The model refused to answer. ${REPHRASE}`
const CONTEXT_FULL = 'Compact the conversation, or choose a model with a larger context window.'

function whyEmpty(finishReason: string | undefined): string {
  switch (finishReason) {
    case 'length':
      return 'The model reached its output limit before it answered. Ask for less at once, or choose a model with a higher output limit.'
    case 'content_filter':
      return `The server’s content filter withheld the answer. ${REPHRASE}`
    case 'refusal':
      return REFUSED
    case 'context_exceeded':
      return `The model’s context window is full, so it couldn’t answer. ${CONTEXT_FULL}`
    case undefined:
    case MISSING:
    case 'stop':
      return 'The model answered nothing. Send the prompt again, or choose another model.'
    default:
      return `The model answered nothing (${finishReason}). Send the prompt again, or choose another model.`
  }
}

function whyIncomplete(finishReason: string | undefined): string | undefined {
  switch (finishReason) {
    case 'length':
      return `The answer is incomplete because the model reached its output limit ${MAX_CONTINUED + 1} times in a row. Resume to let it continue, or ask for less at once.`
    case 'pause_turn':
      return `The answer is incomplete because the server paused it ${MAX_CONTINUED + 1} times in a row. Resume to let it continue.`
    case 'content_filter':
      return `The answer is incomplete because the server’s content filter stopped it. ${REPHRASE}`
    case 'refusal':
      return REFUSED
    case 'context_exceeded':
      return `The answer is incomplete because the model’s context window is full. ${CONTEXT_FULL}`
    default:
      return undefined
  }
}
