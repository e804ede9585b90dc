import type { WireError } from '../lib/app-error.ts'

/** Both ends speak the same, or do not speak: raised when an old end would misread a new one. */
export const PROTOCOL = 'orrery.v5'

/** How many items of a stream may be on their way before the receiver must give credit for more, unless the stream says otherwise. */
export const WINDOW = 8

/** The largest frame that a host accepts from a client, in bytes. */
export const MAX_FRAME_BYTES = 16 * 1024 * 1024

export type Request =
  | { readonly type: 'start'; readonly id: number; readonly path: string; readonly input: unknown }
  | { readonly type: 'cancel'; readonly id: number }
  /** The receiver of a stream has taken in `count` items. */
  | { readonly type: 'credit'; readonly id: number; readonly count: number }

export type Reply =
  | { readonly type: 'item'; readonly id: number; readonly value: unknown }
  | { readonly type: 'end'; readonly id: number; readonly value?: unknown }
  | { readonly type: 'failed'; readonly id: number; readonly error: WireError }

/**
 * Anything that carries messages in order: a MessagePort, a WebSocket, a local socket, a pair of
 * functions in process. Messages are plain JSON values. Disposing it closes it.
 */
export interface Channel<Out, In> extends Disposable {
  /** Throws if the channel can't carry the message. */
  send(message: Out): void
  onMessage(listener: (message: In) => void): Disposable
  /** Told once, also when it closed before anyone listened. */
  onClose(listener: () => void): Disposable
}

/** A channel as the host has it, and as a client has it. */
export type HostChannel = Channel<Reply, Request>
export type ClientChannel = Channel<Request, Reply>
