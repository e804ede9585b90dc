import type { Channel, ClientChannel, HostChannel, Reply, Request } from '#shared/contract/wire.ts'
import { Inbox } from './inbox.ts'

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
