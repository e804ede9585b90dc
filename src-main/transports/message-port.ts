import type { HostChannel, Reply, Request } from '#shared/wire/protocol.ts'
import { Inbox, Outbox } from './message-queues.ts'
import { findRequests } from './parse-requests.ts'

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

/** One channel as two: requests for the paths of `own` arrive at the first, all others at the second. */
export function splitChannel(
  channel: HostChannel,
  own: ReadonlySet<string>,
): { readonly own: HostChannel; readonly rest: HostChannel } {
  const ownIds = new Set<number>()
  const ownInbox = new Inbox<Request>()
  const restInbox = new Inbox<Request>()

  channel.onMessage((request) => {
    if (request.type === 'start' && own.has(request.path)) ownIds.add(request.id)
    const inbox = ownIds.has(request.id) ? ownInbox : restInbox
    inbox.receive([request])
  })
  channel.onClose(() => {
    ownInbox.close()
    restInbox.close()
  })

  const toHalf = (inbox: Inbox<Request>, forget: (id: number) => void): HostChannel => ({
    send: (reply) => {
      if (reply.type !== 'item') forget(reply.id)
      channel.send(reply)
    },
    onMessage: inbox.onMessage,
    onClose: inbox.onClose,
    [Symbol.dispose]: () => channel[Symbol.dispose](),
  })
  return {
    own: toHalf(ownInbox, (id) => ownIds.delete(id)),
    rest: toHalf(restInbox, () => undefined),
  }
}
