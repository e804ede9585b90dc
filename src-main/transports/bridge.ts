import type { ClientChannel, HostChannel } from '#shared/contract/wire.ts'

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
