import { strict } from '../strict.ts'

type Handler = (request: Request) => Response | Promise<Response>

/** Where pages of a scheme seem to be from: Chromium learns no scheme from outside. */
const DOMAIN = 'standin.test'
export const ALL_PAGES = `https://*.${DOMAIN}/*`

const schemes = new Map<string, Handler | undefined>()
let isReady = false

export function letHandle(): void {
  isReady = true
}

export const protocol = strict('protocol', {
  registerSchemesAsPrivileged(custom: readonly { readonly scheme: string }[]): void {
    const late = 'protocol.registerSchemesAsPrivileged should be called before app is ready'
    if (isReady) throw new Error(late)
    for (const { scheme } of custom) schemes.set(scheme, undefined)
  },
  handle(scheme: string, handler: Handler): void {
    if (!isReady) throw new Error('protocol.handle cannot be used before app is ready')
    if (schemes.get(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
    schemes.set(scheme, handler)
  },
})

export function findHandler(url: string): Handler | undefined {
  return schemes.get(/^([a-z][a-z0-9+.-]*):/.exec(url)?.[1] ?? '')
}

/** `app://orrery/x` as `https://orrery.app.standin.test/x`. */
export function toPageUrl(url: string): string {
  const [, scheme = '', host, rest] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/.exec(url) ?? []
  return schemes.has(scheme) ? `https://${host}.${scheme}.${DOMAIN}${rest || '/'}` : url
}

export function fromPageUrl(url: string): string {
  const [, host, scheme = '', rest] =
    /^https:\/\/([^/]*)\.([a-z0-9+-]+)\.standin\.test(.*)$/.exec(url) ?? []
  return schemes.has(scheme) ? `${scheme}://${host}${rest}` : url
}
