import { AIMessage, HumanMessage } from '@langchain/core/messages'
import { createMiddleware } from 'langchain'

const LAST_TURN =
  'This is your last turn: no call you make now is run. Write your report, with what you have found out and done so far, and say what is left undone.'

/** Lets a subagent ask its model so often; the last time for its report, whatever else it answers. */
export function createTurnLimit(maxTurns: number) {
  return createMiddleware({
    name: 'orreryTurns',
    wrapModelCall: async (request, handler) => {
      const taken = request.state.messages.filter(AIMessage.isInstance).length
      if (taken + 1 < maxTurns) return handler(request)
      const messages = [...request.messages, new HumanMessage(LAST_TURN)]
      const answer = await handler({ ...request, messages })
      return AIMessage.isInstance(answer) ? withoutCalls(answer) : answer
    },
  })
}

/** With calls in it, the agent would go on. */
function withoutCalls({ id, content, usage_metadata, response_metadata }: AIMessage): AIMessage {
  return new AIMessage({
    content,
    response_metadata,
    ...(id !== undefined && { id }),
    ...(usage_metadata ? { usage_metadata } : {}),
  })
}
