import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { createCodec } from '../clone.ts'
import { bridge } from './bridge.ts'
import { closingPorts } from './closing-ports.ts'
import { preloadWorld } from './preload-world.ts'

/** What Electron calls the preload's world as well. */
export const ISOLATED = 'Electron Isolated Context'
/** By which it tells the main process. */
export const BINDING = 'standinHost'

interface Page {
  readonly id: number
  /** That no page can guess. */
  readonly key: string
  readonly platform: string
}

const CODEC = `(${createCodec})({
  toBase64: (bytes) => bytes.toBase64(),
  fromBase64: (text) => Uint8Array.fromBase64(text),
})`

const onTop = (source: string) => `if (window === window.top) { ${source} }`

/** Runs in the page's own world before anything of its own. */
export function pageScript({ key }: Page): string {
  return onTop(`
    (${bridge})('page', 'preload', '${key}');
    (${closingPorts})('${key}-close');
    (${refuseToOpen})('${key}-open');
  `)
}

/** Runs in the preload's world before the preload. */
export function worldScript({ id, key, platform }: Page): string {
  const process = JSON.stringify({
    type: 'renderer',
    platform,
    sandboxed: true,
    contextIsolated: true,
  })
  return onTop(`(${preloadWorld})({
    bridgeEnd: (${bridge})('preload', 'page', '${key}'),
    codec: ${CODEC},
    watchPort: (${closingPorts})('${key}-close'),
    pageId: ${id},
    openEvent: '${key}-open',
    process: ${process},
  })`)
}

/** A preload as Electron runs it: a CommonJS module that may require little. */
export function preloadScript(path: string): string {
  const source = readFileSync(path, 'utf8')
  const run = `function (require, process, exports, module) {${source}\n}`
  const name = `//# sourceURL=${pathToFileURL(path)}`
  return `${onTop(`standinPreload(${JSON.stringify(path)}, ${run})`)}\n${name}`
}

/** The main process decides on every window that a page would open; the page itself gets none. */
function refuseToOpen(openEvent: string): void {
  const dispatch = document.dispatchEvent.bind(document)
  window.open = (url = '', frameName = '', features = '') => {
    const detail = {
      url: new URL(String(url) || 'about:blank', document.baseURI).href,
      frameName: String(frameName),
      features: String(features),
    }
    dispatch(new CustomEvent(openEvent, { detail }))
    return null
  }
}
