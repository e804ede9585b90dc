import type { HostChannel, Request } from '#shared/contract/wire.ts'
import { Inbox } from './inbox.ts'

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
