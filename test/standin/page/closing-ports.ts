/**
 * Gives ports the `close` event that Electron adds: one that is closed says so to the other as a message
 * that nobody else sees. Answers what makes a port listen for it. Its text is run in both worlds of a
 * page, so that it refers to nothing outside.
 */
export function closingPorts(key: string): (port: MessagePort) => MessagePort {
  const { close, postMessage } = MessagePort.prototype
  const Native = MessageChannel
  const watched = new WeakSet<MessagePort>()
  const isMark = (data: unknown) => typeof data === 'object' && data !== null && key in data

  const watch = (port: MessagePort): MessagePort => {
    if (watched.has(port)) return port
    watched.add(port)
    port.addEventListener('message', (event) => {
      if (!isMark(event.data)) return
      event.stopImmediatePropagation()
      port.dispatchEvent(new Event('close'))
      close.call(port)
    })
    return port
  }
  MessagePort.prototype.close = function () {
    postMessage.call(this, { [key]: true })
    close.call(this)
  }
  globalThis.MessageChannel = class {
    readonly port1: MessagePort
    readonly port2: MessagePort

    constructor() {
      const { port1, port2 } = new Native()
      this.port1 = watch(port1)
      this.port2 = watch(port2)
    }
  }
  const watchAll = (event: MessageEvent) => {
    for (const port of event.ports) watch(port)
  }
  addEventListener('message', watchAll, true)
  return watch
}
