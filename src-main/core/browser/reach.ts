import { isThisMachine } from '#shared/this-machine.ts'
import type { Reach } from './define.ts'

/** A request that a page is about to make. */
export interface PageRequest {
  readonly url: string
  /** Of the page that asks, as a whole. */
  readonly from: string
  /** It would take the page's place. */
  readonly isTop: boolean
}

const HARMLESS = /^(?:data|blob|about):/
const OF_WEB = /^(?:https?|wss?):$/

/** Which requests the pages of a run may make: what a person was asked about is where they go. */
export class Reached {
  readonly #reach: Reach
  readonly #opened = new Set<string>()

  constructor(reach: Reach) {
    this.#reach = reach
  }

  /** An agent names it, and has passed whoever judges that. */
  open(url: string): void {
    const host = hostOf(url)
    if (host !== undefined) this.#opened.add(host)
  }

  /** Whether a page may make it. */
  allows({ url, from, isTop }: PageRequest): boolean {
    if (HARMLESS.test(url)) return true
    const host = hostOf(url)
    if (host === undefined) return false
    const of = hostOf(from)
    const isFromElsewhere = of !== undefined && !isThisMachine(of)
    if (isThisMachine(host)) return !isFromElsewhere
    if (!this.#reach.isConfined || this.#opened.has(host)) return true
    return !isTop && isFromElsewhere
  }

  /**
   * Whether a page may stand there, however it came: servers send on to other addresses, and those
   * requests pass nobody.
   */
  allowsPlace(url: string): boolean {
    const host = hostOf(url)
    if (host === undefined) return HARMLESS.test(url)
    if (isThisMachine(host)) return [...this.#opened].some(isThisMachine)
    return !this.#reach.isConfined || this.#opened.has(host)
  }
}

/** The same with `www.` and without. */
function hostOf(address: string): string | undefined {
  const url = URL.parse(address)
  if (!url || !OF_WEB.test(url.protocol)) return undefined
  return url.hostname.replace(/^www\./, '')
}
