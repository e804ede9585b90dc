import { ToolMessage } from '@langchain/core/messages'
import { type Command, isCommand } from '@langchain/langgraph'
import type { StoredJson } from '#shared/events/value.ts'
import type { SpanId } from '#shared/lib/ids.ts'
import type { Redactor } from '../../secrets/redactor.ts'
import type { TypedSoFar } from '../../terminals/kept-terminal.ts'
import type { Args, Tool } from '../../tools/definition/define-tool.ts'
import type { CallSource } from '../../workspace/files/file-changes.ts'
import type { RunServices } from '../context/run-services.ts'
import type { RedactingStore } from '../context/session-store.ts'
import type { CallOutcome } from '../limits/loop-guard.ts'
import type { RunPace } from '../limits/run-pace.ts'
import { textOfContent } from '../messages/text-of-content.ts'
import type { Agent } from '../recording/agent-directory.ts'

/** What a graph is answered. */
export type Answer = ToolMessage | Command

/** A call, as its model asked for it together with others. */
export interface RequestedCall {
  readonly toolCallId: string
  readonly name: string
  readonly args: Args
}

/** A tool call as it comes out of the graph. */
export interface GraphCall extends RequestedCall {
  /** Names the answer of the model that it stands in. */
  readonly answerId: string
  /** The calls before it in that answer that have no result yet. */
  readonly earlier: readonly RequestedCall[]
  /** Of the node that runs it; a subagent's checkpoints have this namespace. */
  readonly namespace: string
  /** Runs the tool itself. */
  readonly run: (args: Args) => Promise<Answer>
  /** Whether its arguments stand for others, which can't be run. */
  readonly isMalformed: boolean
  /** Whether the agent has such a tool at all. */
  readonly exists: boolean
}

/** A tool call in front of the gate. */
export interface Call extends GraphCall {
  readonly agent: Agent
  readonly spanId: SpanId
  readonly tool: Tool
  /** Where the files it names were when it was judged, by `judgedPlaces`. */
  readonly places?: CallSource['places']
  /** What had been typed into the terminal it types into when it was judged. */
  readonly typedBefore?: TypedSoFar | undefined
  /** A person has said that it runs again: they are not asked whether it may. */
  readonly isWanted?: true
}

/** What a call is called. Redacted before it is cut: half a key would not be found any more. */
export function callTitle(
  { providers }: Pick<RunServices, 'providers'>,
  { tool, args }: Call,
): string {
  return tool.title(providers.secrets.redactData(args))
}

/** A model's arguments came as JSON, so they can be written as such. */
export function storeArgs({ store, sessionId, providers }: RedactingStore, args: Args): StoredJson {
  const json = JSON.parse(JSON.stringify(args))
  return store.blobs.storeJson(sessionId, providers.secrets.redactData(json))
}

/** What a tool answered, without known secrets: neither the model nor the log is to have them. */
export function redactAnswer(answer: Answer, secrets: Pick<Redactor, 'redactData'>): Answer {
  for (const message of messagesOf(answer).filter(ToolMessage.isInstance)) {
    message.content = secrets.redactData(message.content)
  }
  return answer
}

/** Adds a paragraph to what a tool answered. */
export function addText(answer: Answer, text: string): Answer {
  const message = messagesOf(answer).findLast((one) => ToolMessage.isInstance(one))
  if (!message) return answer
  const { content } = message
  message.content =
    typeof content === 'string' ? `${content}\n\n${text}` : [...content, { type: 'text', text }]
  return answer
}

/** The messages that an answer adds to its thread. */
export function messagesOf(answer: Answer): readonly unknown[] {
  if (!isCommand(answer)) return [answer]
  const update: unknown = answer.update
  const has = typeof update === 'object' && update !== null && 'messages' in update
  return has && Array.isArray(update.messages) ? update.messages : []
}

/** What a graph is answered of a call, where its tool did not answer itself. */
export function toAnswer(
  { toolCallId, name }: GraphCall,
  content: string,
  isError: boolean,
): ToolMessage {
  const status = isError ? 'error' : 'success'
  return new ToolMessage({ content, name, tool_call_id: toolCallId, status })
}

/** Tells the run's limits how a call came out: an agent that gets nowhere is stopped. */
export function noteOutcome(
  { limits }: Pick<RunPace, 'limits'>,
  { agent, name, args }: Call,
  said: Pick<CallOutcome, 'result' | 'hasFailed'>,
): void {
  limits.noteOutcome({ agentId: agent.agentId, name, args: JSON.stringify(args), ...said })
}

/** All that an answer says. */
export function textOfAnswer(answer: Answer): string {
  const messages = messagesOf(answer).filter(ToolMessage.isInstance)
  return messages.map(({ content }) => textOfContent(content)).join('\n')
}

/** Whether a tool itself says that it failed. */
export function isErrorAnswer(answer: Answer): boolean {
  return messagesOf(answer).some((one) => ToolMessage.isInstance(one) && one.status === 'error')
}
