import { randomUUID } from 'node:crypto'
import { AIMessage, type BaseMessage, ToolMessage } from '@langchain/core/messages'
import { interrupt } from '@langchain/langgraph'
import { createMiddleware } from 'langchain'
import { z } from 'zod'
import { isRecord } from '#shared/lib/json.ts'
import { pinsOf } from '#shared/projections/pins.ts'
import { isVisible } from '../../permissions/judge-call.ts'
import type { ToolAccess } from '../../permissions/tool-access.ts'
import type { Args } from '../../tools/definition/define-tool.ts'
import type { CallState } from '../calls/call-state.ts'
import { type EvictionContext, evictFromThread } from '../calls/evict-result.ts'
import { findMcpTool, offerMcpTools } from '../calls/mcp-tools.ts'
import type { OwnToolContext } from '../calls/own-tools.ts'
import { repair } from '../calls/repair.ts'
import type { GraphCall } from '../calls/tool-call.ts'
import { ToolGate, type ToolGateContext } from '../calls/tool-gate.ts'
import type { TeamState } from '../delegation/team-state.ts'
import { isMalformed } from '../models/answer.ts'
import type { Capture } from '../models/capture.ts'
import { atMostTokens, outputLimitOf } from '../models/count-tokens.ts'
import { ModelGate, type ModelGateContext } from '../models/model-gate.ts'
import { withPinned } from '../models/pinned-messages.ts'
import { type LoadedPin, loadPin } from '../prompts/pinned.ts'
import type { PromptState } from '../prompts/prompt-state.ts'
import type { RunRecord } from '../recording/run-record.ts'
import { agentNamespaceOf } from '../recording/span-ids.ts'
import { toStoredPlace } from '../recording/thread-namespaces.ts'

/** Parts of a run that an agent's model calls and tool calls use. */
export type PolicyContext = ModelGateContext &
  ToolGateContext &
  OwnToolContext &
  Pick<CallState, 'mcpStart'> &
  Pick<PromptState, 'pins'> &
  Pick<TeamState, 'inboxes'>

export interface PolicyOptions {
  readonly run: PolicyContext
  readonly capture: Capture
  /** The tools the agent's definition gives it; absent: all. */
  readonly toolAccess?: readonly ToolAccess[]
}

const Configurable = z.object({ thread_id: z.string(), checkpoint_ns: z.string() })

/** Stands around every model call and every tool call of one agent. */
export function createPolicyMiddleware({ run, capture, toolAccess }: PolicyOptions) {
  const gate = new ToolGate(run, toolAccess)
  const asks = new ModelGate(run, capture)
  return createMiddleware({
    name: 'orreryPolicy',
    wrapModelCall: async (request, handler) => {
      const namespace = namespaceOf(request.runtime)
      await run.mcpStart?.wait()
      const inbox = run.inboxes.get(agentNamespaceOf(namespace))
      // What it was told meanwhile joins the thread first: whoever drives it takes it in from there.
      if (inbox?.isEmpty === false) interrupt('input')
      const offered = [...request.tools, ...offerMcpTools(run)]
      const tools = offered.filter(({ name }) => isVisible(String(name), run.rules, toolAccess))
      const { messages: seen, systemMessage } = request
      const told = withPinned(seen, pinsFor(run, namespace))
      const thread = {
        namespace,
        messages: seen,
        length: request.state.messages.length,
        inputTokens: atMostTokens([systemMessage, ...told], tools.length),
        outputTokens: outputLimitOf(request.model),
      }
      return asks.call(thread, () => handler({ ...request, tools, messages: [...told] }))
    },
    wrapToolCall: (request, handler) => {
      const namespace = namespaceOf(request.runtime)
      const { id = randomUUID(), name, args } = request.toolCall
      const tool = request.tool ?? findMcpTool(run, name)
      const asked = {
        toolCallId: id,
        name,
        args: toArgs(args),
        isMalformed: isMalformed(request.toolCall),
        ...placeInAnswer(request.state.messages, id),
        namespace,
        exists: tool !== undefined,
        run: (passed: Args) =>
          Promise.resolve(
            handler({ ...request, tool, toolCall: { ...request.toolCall, args: { ...passed } } }),
          ),
      }
      return gate.pass(asked, run.agents.get(agentNamespaceOf(namespace)))
    },
  })
}

function toArgs(args: unknown): Args {
  return isRecord(args) ? args : {}
}

/** The answer that asks for a call, and the calls before it there that have no result yet. */
function placeInAnswer(
  messages: readonly BaseMessage[],
  callId: string,
): Pick<GraphCall, 'answerId' | 'earlier'> {
  const answer = messages
    .filter(AIMessage.isInstance)
    .findLast(({ tool_calls: calls }) => calls?.some(({ id }) => id === callId))
  const calls = answer?.tool_calls ?? []
  const done = new Set(messages.filter(ToolMessage.isInstance).map((one) => one.tool_call_id))
  const before = calls.slice(
    0,
    calls.findIndex(({ id }) => id === callId),
  )
  const earlier = before.flatMap(({ id, name, args }) =>
    id === undefined || done.has(id) ? [] : [{ toolCallId: id, name, args: toArgs(args) }],
  )
  return { answerId: answer?.id ?? callId, earlier }
}

function pinsFor(
  run: Pick<PolicyContext, 'store' | 'agents' | 'pins'>,
  namespace: string,
): readonly LoadedPin[] {
  const { agentId } = run.agents.get(agentNamespaceOf(namespace))
  return pinsOf(run.pins, agentId).map((pin) => loadPin(run.store, pin))
}

/** Parts of a run that repairing a thread uses. */
type RepairContext = EvictionContext & Pick<RunRecord, 'agents' | 'journal'>

/** deepagents repairs a thread by itself, and throws away what did run: this takes its place. */
export function createRepairMiddleware(run: RepairContext) {
  return createMiddleware({
    name: 'patchToolCallsMiddleware',
    wrapModelCall: async (request, handler) => {
      const { agentId } = run.agents.get(agentNamespaceOf(namespaceOf(request.runtime)))
      const repaired = repair(request.messages, { journal: run.journal, agentId })
      const messages = await evictFromThread(run, agentId, repaired ?? request.messages)
      return handler({ ...request, messages })
    },
  })
}

/** Of the node that asks, over all threads of the session. */
export function namespaceOf(runtime: { readonly configurable?: unknown }): string {
  const { thread_id: threadId, checkpoint_ns: namespace } = Configurable.parse(runtime.configurable)
  return toStoredPlace(threadId, namespace).namespace
}
