import { AIMessage, type BaseMessage, HumanMessage } from '@langchain/core/messages'
import { createMiddleware } from 'langchain'
import { AppError } from '#shared/lib/app-error.ts'
import { MISSING } from '../../providers/streaming/answer-reader.ts'
import { textOfContent } from '../messages/text-of-content.ts'
import { finishReasonOf } from '../models/answer-pieces.ts'

const ASK_AGAIN =
  'Your answer was empty, and it is your report: nothing else of your work reaches whoever gave you the task. Write it now, with what you found out and did, and what is left undone.'

/** Asks a subagent once more that ends without having said anything. */
export function createReportRequest() {
  return createMiddleware({
    name: 'orreryReport',
    wrapModelCall: async (request, handler) => {
      const answer = await handler(request)
      if (!AIMessage.isInstance(answer) || !isEmptyReport(answer)) return answer
      return handler({ ...request, messages: [...request.messages, new HumanMessage(ASK_AGAIN)] })
    },
  })
}

/** What a subagent has said last. Fails where that is nothing. */
export function reportOf(messages: readonly BaseMessage[]): string {
  const last = messages.findLast(AIMessage.isInstance)
  if (last && !isEmptyReport(last)) return textOfContent(last.content) + endOf(last)
  throw new AppError(
    'unavailable',
    'The subagent ended without a report, also when it was asked for it once more. What it did stands.',
  )
}

/** Why a report may end in the middle, by its finish reason. */
const CUT_BY: Readonly<Record<string, string>> = {
  length: 'the model reached its output limit',
  context_exceeded: 'the model’s context window is full',
  content_filter: 'the server’s content filter stopped it',
  refusal: 'the model refused to go further',
  pause_turn: 'the server paused it',
  [MISSING]: 'the server gave no finish reason, so it may be incomplete',
}

function endOf(report: AIMessage): string {
  const why = CUT_BY[finishReasonOf({ text: '', message: report }) ?? '']
  return why === undefined ? '' : `\n\n[The report ends here: ${why}.]`
}

function isEmptyReport({ content, tool_calls: calls = [] }: AIMessage): boolean {
  return calls.length === 0 && textOfContent(content).trim() === ''
}
