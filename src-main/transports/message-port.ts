import type { HostChannel, Reply, Request } from '#shared/contract/wire.ts'
import { findRequests } from './frame.ts'
import { Inbox } from './inbox.ts'
import { Outbox } from './outbox.ts'

/** What is used of Electron's `MessagePortMain`. */
export interface Port {
  postMessage(frame: unknown): void
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown
  on(event: 'close', listener: () => void): unknown
  start(): void
  close(): void
}

/** A window's port. A frame is an array of messages, cloned and not written as text. */
export function portChannel(port: Port): HostChannel {
  const inbox = new Inbox<Request>()
  const outbox = new Outbox<Reply>((frame) => port.postMessage(frame))
  const close = () => {
    outbox[Symbol.dispose]()
    inbox.close()
  }
  const hangUp = () => {
    if (inbox.isClosed) return
    outbox.flush()
    close()
    port.close()
  }
  port.on('message', ({ data }) => {
    const requests = findRequests(data)
    if (requests) inbox.receive(requests)
    else hangUp()
  })
  port.on('close', close)
  port.start()
  return {
    send: (reply) => {
      if (!inbox.isClosed) outbox.send(reply)
    },
    onMessage: inbox.onMessage,
    onClose: inbox.onClose,
    [Symbol.dispose]: hangUp,
  }
}
