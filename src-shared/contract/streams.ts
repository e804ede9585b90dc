import type { HostContract } from './index.ts'
import type { NativeContract } from './native.ts'
import type { Contract } from './procedures/define.ts'

type StreamOf<C extends Contract> = {
  [Path in keyof C]: C[Path]['type'] extends 'stream' ? Path : never
}[keyof C]

/**
 * The streams of all that a window asks. What is none of them is a call: a window needs no more of the
 * contract, whose schemas only hosts parse by. Leave one out and it does not compile.
 */
const streams: Readonly<Record<StreamOf<HostContract> | StreamOf<NativeContract>, true>> = {
  'exchange.replay': true,
  'files.tree': true,
  'host.changes': true,
  'host.lease': true,
  'logs.follow': true,
  'native.chosen': true,
  'sessions.events': true,
  'sessions.readEvents': true,
  'sessions.open': true,
  'terminals.hold': true,
  'terminals.output': true,
}

/** Whether a path opens a flow of items. */
export function isStream(path: string): boolean {
  return Object.hasOwn(streams, path)
}
