import { EventEmitter } from 'node:events'

type Handler = (event: unknown, ...args: unknown[]) => unknown

/** Electron's `ipcMain`, and that of each page. */
export class IpcMain extends EventEmitter {
  readonly #handlers = new Map<string, Handler>()

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`)
    }
    this.#handlers.set(channel, handler)
  }

  findHandler(channel: string): Handler | undefined {
    return this.#handlers.get(channel)
  }
}

export const ipcMain = new IpcMain()
