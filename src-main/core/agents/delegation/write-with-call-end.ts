import type { AnyEvent, Draft } from '#shared/events/index.ts'
import { assert } from '#shared/lib/assert.ts'
import { type RunningCall, runningCall } from '../calls/running-call.ts'

/** The call that asks for something now. */
export function getRunningCall(): RunningCall {
  const call = runningCall.getStore()
  assert(call, 'a tool runs in a call')
  return call
}

/**
 * Has `draft` written in one go with the end of the call, and `then` done once that is durable: what
 * is cut off before has not happened, and may be asked for again.
 */
export function writeWithEnd(
  call: RunningCall,
  drafts: readonly Draft[],
  then: (events: readonly AnyEvent[]) => void = () => undefined,
): void {
  call.alongside.push(...drafts)
  call.onWritten = then
}
