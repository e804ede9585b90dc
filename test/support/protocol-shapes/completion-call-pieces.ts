import { chunk, counted } from './completion-chunks.ts'
import { LIST, READ } from './protocol-shape.ts'

export const JSON_READ = JSON.stringify(READ[1])
export const JSON_LIST = JSON.stringify(LIST[1])
export const HEAD = JSON_READ.slice(0, 9)
export const TAIL = JSON_READ.slice(9)
export const ended = [chunk({}, 'tool_calls'), counted]

/** One chunk with one piece of a call. */
export function asks(call: object, fn?: object): object {
  return chunk({ tool_calls: [{ ...call, ...(fn && { function: fn }) }] })
}

export function readCall(fields: object, args: unknown = JSON_READ): object {
  return { ...fields, type: 'function', function: { name: 'read_file', arguments: args } }
}

export function listCall(fields: object, args: unknown = JSON_LIST): object {
  return { ...fields, type: 'function', function: { name: 'ls', arguments: args } }
}
