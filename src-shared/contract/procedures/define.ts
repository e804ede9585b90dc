import type { z } from 'zod'
import type { ClientName } from '../../events/value.ts'
import { WINDOW } from '../../wire/protocol.ts'

/** Asks the host once. A call that changes anything answers with ids; its effect arrives as events. */
export interface Call<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> {
  readonly type: 'call'
  readonly input: In
  readonly output: Out
}

/** Opens a flow of items that ends when either side says so. */
export interface Stream<In extends z.ZodType = z.ZodType, Item extends z.ZodType = z.ZodType> {
  readonly type: 'stream'
  readonly input: In
  readonly item: Item
  /** How many items may be on their way before the receiver must have taken one in. */
  readonly window: number
}

export type Contract = { readonly [path: string]: Call | Stream }

export function call<In extends z.ZodType, Out extends z.ZodType>(
  input: In,
  output: Out,
): Call<In, Out> {
  return { type: 'call', input, output }
}

export function stream<In extends z.ZodType, Item extends z.ZodType>(
  input: In,
  item: Item,
  window = WINDOW,
): Stream<In, Item> {
  return { type: 'stream', input, item, window }
}

/**
 * What a host must implement for a contract. Leave one out and it does not compile. Decisions are recorded
 * with the client, if it is known.
 */
export type Handlers<C extends Contract> = {
  readonly [P in keyof C]: C[P] extends Call<infer In, infer Out>
    ? (input: z.output<In>, signal: AbortSignal, client?: ClientName) => Promise<z.input<Out>>
    : C[P] extends Stream<infer In, infer Item>
      ? (input: z.output<In>, signal: AbortSignal) => AsyncIterable<z.input<Item>>
      : never
}

/** The same contract as a caller sees it. */
export type Client<C extends Contract> = {
  readonly [P in keyof C]: C[P] extends Call<infer In, infer Out>
    ? (input: z.input<In>, signal?: AbortSignal) => Promise<z.output<Out>>
    : C[P] extends Stream<infer In, infer Item>
      ? (input: z.input<In>, signal?: AbortSignal) => AsyncIterable<z.output<Item>>
      : never
}
