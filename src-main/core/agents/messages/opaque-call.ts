import { isPlainRecord } from '#shared/json/marked-json.ts'

/**
 * Keeps LangGraph from reading a model's arguments. Its `Send` copies plain records, and makes commands
 * and tasks of those in them that look like some; instances of other classes stay as they are.
 */
class OpaqueCall {}

/** Returns a copy of a model's tool call that comes through a graph as the model wrote it. */
export function toOpaqueCall<Call extends object>(call: Call): Call {
  return Object.assign(new OpaqueCall(), call)
}

export function isOpaqueCall(value: object): boolean {
  return value instanceof OpaqueCall
}

/** The field of a task's state that holds the call which the task runs. */
export const TASK_CALL = 'lg_tool_call'

/** Returns the state of a task with its call as `toOpaqueCall` makes it; others as they are. */
export function withOpaqueCall(state: unknown): unknown {
  if (typeof state !== 'object' || state === null || !(TASK_CALL in state)) return state
  const call = state[TASK_CALL]
  const isCall = typeof call === 'object' && call !== null && isPlainRecord(call)
  return isCall ? { ...state, [TASK_CALL]: toOpaqueCall(call) } : state
}
