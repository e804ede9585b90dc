import type { Params } from '../chromium.ts'
import { findHandler, fromPageUrl } from './schemes.ts'

interface Means {
  readonly send: (method: string, params?: Params) => Promise<Params>
  readonly mayLeaveFor: (url: string) => boolean
}

interface PageRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly postData?: string
}

interface Where {
  /** The top frame. */
  readonly top: string
  readonly shown: string
}

/** Answers what a page asks of a scheme of the app's, and asks before a page leaves for another. */
export class PageRequests {
  readonly #means: Means
  /** The main process's own wish is not asked about. */
  #expected: string | undefined

  constructor(means: Means) {
    this.#means = means
  }

  expect(url: string): void {
    this.#expected = url
  }

  async answer(paused: Params, { top, shown }: Where): Promise<void> {
    const request = paused['request'] as PageRequest
    const isTop = paused['resourceType'] === 'Document' && paused['frameId'] === top
    const settle = (how: string, details: Params) =>
      // The page may have gone meanwhile.
      this.#means.send(how, { requestId: paused['requestId'], ...details }).catch(() => undefined)
    if (isTop && !this.#isAllowed(request.url, shown)) {
      return void (await settle('Fetch.failRequest', { errorReason: 'Aborted' }))
    }
    const url = fromPageUrl(request.url)
    // Electron asks for none.
    if (url.endsWith('/favicon.ico'))
      return void (await settle('Fetch.fulfillRequest', { responseCode: 404 }))
    const handler = findHandler(url)
    if (!handler) return void (await settle('Fetch.continueRequest', {}))
    try {
      const { method, headers, postData } = request
      const response = await handler(new Request(url, { method, headers, body: postData ?? null }))
      await settle('Fetch.fulfillRequest', await toDetails(response))
    } catch (error) {
      console.error('stand-in: the handler of a protocol failed', error)
      await settle('Fetch.failRequest', { errorReason: 'Failed' })
    }
  }

  #isAllowed(url: string, shown: string): boolean {
    const isExpected =
      url === this.#expected?.replace(/#.*/, '') || url === shown.replace(/#.*/, '')
    this.#expected = undefined
    return isExpected || this.#means.mayLeaveFor(url)
  }
}

async function toDetails(response: Response): Promise<Params> {
  const body = Buffer.from(await response.arrayBuffer()).toString('base64')
  const responseHeaders = [...response.headers].map(([name, value]) => ({ name, value }))
  return { responseCode: response.status, responseHeaders, body }
}
