import { ServerError } from '../streaming/server-error.ts'

const MAX_REDIRECTS = 5
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * Wraps `fetch` to follow only redirects that keep host and request. Others lead to a login page, or
 * would send the API key elsewhere: they reject with a {@link ServerError}. Takes addresses, not
 * `Request` objects, and bodies that can be sent twice.
 */
export function sameHostFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    let url = new URL(input instanceof Request ? input.url : input)
    let response = await fetch(input, { ...init, redirect: 'manual' })
    for (let count = 0; REDIRECTS.has(response.status); count += 1) {
      await response.body?.cancel()
      const target = findTarget(url, response)
      const isFollowed = target && count < MAX_REDIRECTS && isSafe(url, target)
      if (!isFollowed || !keepsRequest(response, init)) throw toRedirectError(response, target)
      url = target
      response = await fetch(url.href, { ...init, redirect: 'manual' })
    }
    return response
  }
}

function findTarget(from: URL, { headers }: Response): URL | undefined {
  const location = headers.get('location')
  return (location === null ? undefined : URL.parse(location, from.href)) ?? undefined
}

/** Names the host alone: the rest of an address may hold what a login page is sent. */
function toRedirectError({ status }: Response, target: URL | undefined): ServerError {
  return new ServerError({ kind: 'redirect', status, words: target?.origin ?? '' })
}

function isSafe(from: URL, to: URL): boolean {
  if (from.origin === to.origin) return true
  return from.hostname === to.hostname && to.protocol === 'https:'
}

/** With other statuses, a POST is sent again as a GET. */
function keepsRequest({ status }: Response, init: RequestInit | undefined): boolean {
  return status === 307 || status === 308 || (init?.method ?? 'GET').toUpperCase() === 'GET'
}
