import { EventEmitter } from 'node:events'
import type { NotificationConstructorOptions } from 'electron'
import { standin } from '../script.ts'
import { strict } from '../strict.ts'

/** What the system would do, noted for whoever asks. */
export const shell = strict('shell', {
  openExternal: async (url: string) => void standin.opened.push(url),
  showItemInFolder: (path: string) => void standin.opened.push(path),
})

/** No security, and it does not look like any: only that what goes in comes out is shown by it. */
const turn = (bytes: Uint8Array) => Buffer.from(bytes.map((each) => each ^ 0x5a))

export const safeStorage = strict('safeStorage', {
  isAsyncEncryptionAvailable: async () => true,
  encryptStringAsync: async (text: string) => turn(Buffer.from(`standin:${text}`)),
  decryptStringAsync: async (bytes: Uint8Array) => ({
    result: turn(bytes).toString().slice('standin:'.length),
    shouldReEncrypt: false,
  }),
})

export const powerSaveBlocker = strict('powerSaveBlocker', {
  start: () => 1,
  stop: () => true,
})

export const powerMonitor = new EventEmitter()

export const crashReporter = strict('crashReporter', { start: () => undefined })

const display = {
  id: 1,
  bounds: { x: 0, y: 0, width: 1920, height: 1080 },
  workArea: { x: 0, y: 0, width: 1920, height: 1040 },
  scaleFactor: 1,
}

export const screen = strict('screen', {
  getPrimaryDisplay: () => display,
  getAllDisplays: () => [display],
})

export const nativeImage = strict('nativeImage', {
  createFromDataURL: (url: string) => ({ url, isEmpty: () => false }),
})

export class Notification extends EventEmitter {
  readonly #options: NotificationConstructorOptions

  constructor(options: NotificationConstructorOptions) {
    super()
    this.#options = options
  }

  static isSupported(): boolean {
    return true
  }

  show(): void {
    standin.notifications.push(this.#options)
  }
}
