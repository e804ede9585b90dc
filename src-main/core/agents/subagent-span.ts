import { isGraphBubbleUp } from '@langchain/langgraph'
import { causesOf, messageOf } from './failures.ts'
import type { RunContext } from './run-context.ts'
import { type Answer, type Call, textOfAnswer } from './tool-call.ts'

/** Runs a subagent inside a span of its own, under the call that started it. */
export async function runSubagent(
  run: RunContext,
  call: Call,
  invoke: () => Promise<Answer>,
): Promise<Answer> {
  const { store, sessionId, agents, budget } = run
  const task = typeof call.args['description'] === 'string' ? call.args['description'] : ''
  const agent = await agents.enter({
    namespace: call.namespace,
    type: String(call.args['subagent_type']),
    description: firstLine(task),
    model: call.agent.model,
    parentSpanId: call.spanId,
    task: store.blobs.storeText(sessionId, task),
  })
  try {
    const answer = await invoke()
    const report = store.blobs.storeText(sessionId, textOfAnswer(answer))
    await agents.leave(agent, { outcome: budget.reason ? 'stopped' : 'ok', report })
    return answer
  } catch (error) {
    if (!run.signal.aborted && !isGraphBubbleUp(error)) {
      const said = run.providers.redact(messageOf(causesOf(error)))
      await agents.leave(agent, { outcome: 'error', error: said })
    }
    throw error
  }
}

const DESCRIPTION_CHARS = 160

function firstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? ''
  return line.length > DESCRIPTION_CHARS ? `${line.slice(0, DESCRIPTION_CHARS)}…` : line
}
