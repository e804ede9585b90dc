import type { Chromium, Params } from '../chromium.ts'
import { ALL_PAGES, findHandler, fromPageUrl } from './schemes.ts'

interface PageRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly postData?: string
}

interface Pages {
  /** Whether the page of a top frame may go to an address; other frames go where they like. */
  mayGo(frameId: string, url: string): boolean
}

/**
 * Answers what pages ask of a scheme of the app's, and asks before one leaves for another. Asked of the
 * browser and not of its pages, so that what drives a page sees its requests before, as with Electron.
 */
export async function answerRequests(chromium: Chromium, { mayGo }: Pages): Promise<void> {
  chromium.onEvent((method, paused, sessionId) => {
    if (method !== 'Fetch.requestPaused' || sessionId !== undefined) return
    const settle = (how: string, details: Params) =>
      // The page may have gone meanwhile.
      chromium.send(how, { requestId: paused['requestId'], ...details }).catch(() => undefined)
    const request = paused['request'] as PageRequest
    const isDocument = paused['resourceType'] === 'Document'
    if (!isDocument || mayGo(String(paused['frameId']), request.url)) void answer(request, settle)
    else void settle('Fetch.failRequest', { errorReason: 'Aborted' })
  })
  const patterns = [{ urlPattern: ALL_PAGES }, { urlPattern: '*', resourceType: 'Document' }]
  await chromium.send('Fetch.enable', { patterns })
}

type Settle = (how: string, details: Params) => Promise<unknown>

async function answer(request: PageRequest, settle: Settle): Promise<void> {
  const url = fromPageUrl(request.url)
  // Electron asks for none.
  if (url.endsWith('/favicon.ico')) {
    await settle('Fetch.fulfillRequest', { responseCode: 404 })
    return
  }
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

async function toDetails(response: Response): Promise<Params> {
  const body = Buffer.from(await response.arrayBuffer()).toString('base64')
  const responseHeaders = [...response.headers].map(([name, value]) => ({ name, value }))
  return { responseCode: response.status, responseHeaders, body }
}
