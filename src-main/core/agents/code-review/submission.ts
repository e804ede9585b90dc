import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { createMiddleware } from 'langchain'
import type { RunServices } from '../context/run-services.ts'
import type { RunPace } from '../limits/run-pace.ts'
import { textOfContent } from '../messages/text-of-content.ts'

interface SubmissionOptions {
  readonly run: Pick<RunPace, 'limits'> & Pick<RunServices, 'ids'>
  /** The tool that an agent has to end with. */
  readonly tool: string
  /** How often its model is asked before it is asked to submit. */
  readonly maxTurns: number
}

/** How often an agent that has not submitted is asked to. */
const TIMES = 2

/**
 * Has an agent end by calling a tool. Once that was taken, its turn is over, and what the tool answered
 * is its last word. One that would end without is asked for it with that tool alone, twice at most; so
 * is one that has taken its turns.
 */
export function createSubmission({ run, tool, maxTurns }: SubmissionOptions) {
  return createMiddleware({
    name: 'orrerySubmission',
    beforeModel: {
      canJumpTo: ['end'],
      hook: ({ messages }) => {
        const submitted = findSubmission(messages, tool)
        if (submitted) return end(textOfContent(submitted.content))
        const asked = askedSince(messages)
        if (asked)
          return asked.answers >= TIMES
            ? end(tellLeft(messages.findLast(AIMessage.isInstance)))
            : undefined
        const turns = messages.filter(AIMessage.isInstance).length
        return turns >= maxTurns ? { messages: [toAsk(run, tool, OUT_OF_TURNS)] } : undefined
      },
    },
    wrapModelCall: (request, handler) => {
      if (!askedSince(request.state.messages)) return handler(request)
      const tools = request.tools.filter(({ name }) => name === tool)
      return handler({ ...request, tools, toolChoice: 'required' })
    },
    afterModel: {
      canJumpTo: ['model'],
      hook: ({ messages }) => {
        const last = messages.at(-1)
        const isEnding = AIMessage.isInstance(last) && (last.tool_calls ?? []).length === 0
        if (!isEnding || run.limits.reason || findSubmission(messages, tool)) return undefined
        const { answers } = askedSince(messages) ?? { answers: 0 }
        if (answers >= TIMES) return { messages: [new AIMessage(tellLeft(last))] }
        return { messages: [toAsk(run, tool, WITHOUT)], jumpTo: 'model' as const }
      },
    },
  })
}

const ASKED = 'submission-'
const WITHOUT = 'You would end without having submitted, and nothing else of your work is kept.'
const OUT_OF_TURNS = 'You have had all your turns.'

/** The turn is over, with this as its last word. */
function end(content: string) {
  return { messages: [new AIMessage(content)], jumpTo: 'end' as const }
}

/** In the place of what was not submitted. */
function tellLeft(last: AIMessage | undefined): string {
  const said = textOfContent(last?.content ?? '').trim()
  const left = 'It ended without having submitted, also when it was asked to.'
  return said === '' ? left : `${left} It said last: ${said}`
}

function toAsk({ ids }: SubmissionOptions['run'], tool: string, why: string): HumanMessage {
  const content = `${why} Call ${tool} now, with what you have so far: it is the only tool you have left.`
  return new HumanMessage({ id: `${ASKED}${ids.span()}`, content })
}

/** How often its model has answered since it was first asked to submit; `undefined`: it was not. */
function askedSince(messages: readonly BaseMessage[]): { readonly answers: number } | undefined {
  const first = messages.findIndex(({ id }) => id?.startsWith(ASKED))
  if (first === -1) return undefined
  return { answers: messages.slice(first).filter(AIMessage.isInstance).length }
}

function findSubmission(messages: readonly BaseMessage[], tool: string): ToolMessage | undefined {
  const answers = messages.filter(ToolMessage.isInstance)
  return answers.find(({ name, status }) => name === tool && status !== 'error')
}
