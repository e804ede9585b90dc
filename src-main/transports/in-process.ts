import type { Channel, ClientChannel, HostChannel, Reply, Request } from '#shared/wire/protocol.ts'
import { Inbox } from './message-queues.ts'

/** Two ends in one process. Messages arrive in a later microtask, in order, as they are. */
export function createPair(): { readonly host: HostChannel; readonly client: ClientChannel } {
  const requests = new Inbox<Request>()
  const replies = new Inbox<Reply>()
  const close = () => {
    requests.close()
    replies.close()
  }
  return { host: toEnd(requests, replies, close), client: toEnd(replies, requests, close) }
}

function toEnd<Out, In>(inbox: Inbox<In>, peer: Inbox<Out>, close: () => void): Channel<Out, In> {
  return {
    send: (message) => queueMicrotask(() => peer.receive([message])),
    onMessage: inbox.onMessage,
    onClose: inbox.onClose,
    [Symbol.dispose]: close,
  }
}

/** Passes everything said on one channel on to the other. When either closes, so does its peer. */
export function bridge(near: HostChannel, far: ClientChannel): Disposable {
  const bridging = new DisposableStack()
  bridging.use(near.onMessage((request) => far.send(request)))
  bridging.use(far.onMessage((reply) => near.send(reply)))
  bridging.use(near.onClose(() => far[Symbol.dispose]()))
  bridging.use(far.onClose(() => near[Symbol.dispose]()))
  bridging.use(far)
  return bridging
}
