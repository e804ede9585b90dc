import { EventEmitter } from 'node:events'
import { copyFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Chromium, Params } from '../chromium.ts'
import { createEvent, strict } from '../strict.ts'
import { BrowserWindow } from './browser-window.ts'
import { theSession } from './session.ts'

type State = 'progressing' | 'completed' | 'cancelled'

/** A file that a page has saved. Where it goes is the app's word: nobody sees a dialog that asks for it. */
class DownloadItem extends EventEmitter {
  readonly #url: string
  readonly #name: string
  #state: State = 'progressing'
  #savePath = ''

  constructor(url: string, name: string) {
    super()
    this.#url = url
    this.#name = name
  }

  getURL(): string {
    return this.#url
  }

  getFilename(): string {
    return this.#name
  }

  setSavePath(path: string): void {
    this.#savePath = resolve(path)
  }

  getSavePath(): string {
    return this.#savePath
  }

  getState(): State {
    return this.#state
  }

  /** For Chromium's word of its end. */
  end(state: State, at: string): void {
    this.#state = state
    if (state === 'completed') copyFileSync(at, this.#savePath)
    this.emit('done', createEvent({}), state)
  }
}

/** Has Chromium put what pages save into a folder, and the app say where it goes from there. */
export async function followDownloads(chromium: Chromium, folder: string): Promise<void> {
  const items = new Map<string, DownloadItem>()
  const begin = ({ guid, url, suggestedFilename, frameId }: Params) => {
    const item = new DownloadItem(String(url), String(suggestedFilename))
    const event = createEvent({})
    const contents = BrowserWindow.findByTarget(String(frameId))?.window.webContents
    theSession.emit('will-download', event, strict('DownloadItem', item), contents)
    if (!event.defaultPrevented && item.getSavePath() !== '') items.set(String(guid), item)
    else void chromium.send('Browser.cancelDownload', { guid }).catch(() => undefined)
    if (event.defaultPrevented || item.getSavePath() !== '') return
    console.error(`stand-in: nobody says where ${item.getFilename()} is to be saved`)
  }
  chromium.onEvent((method, params) => {
    if (method === 'Browser.downloadWillBegin') begin(params)
    if (method !== 'Browser.downloadProgress' || params['state'] === 'inProgress') return
    const guid = String(params['guid'])
    const state = params['state'] === 'completed' ? 'completed' : 'cancelled'
    items.get(guid)?.end(state, join(folder, guid))
    items.delete(guid)
  })
  const behavior = { behavior: 'allowAndName', downloadPath: folder, eventsEnabled: true }
  await chromium.send('Browser.setDownloadBehavior', behavior)
}
