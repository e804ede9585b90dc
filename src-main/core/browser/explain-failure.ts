import { AppError } from '#shared/lib/app-error.ts'
import { isThisMachine } from '#shared/lib/is-localhost.ts'
import { stripEscapes } from '#shared/lib/strip-escapes.ts'
import { addressKind } from '../network-proxy/address-kind.ts'
import { type ConnectionError, toDestination, toUrlHost } from '../network-proxy/destination.ts'
import { cut } from './page-log.ts'

/** What Chromium says of an address that it got nothing from. */
const REASONS: Readonly<Record<string, string>> = {
  ERR_CONNECTION_REFUSED: 'nothing listens there',
  ERR_NAME_NOT_RESOLVED: 'there is no such host',
  ERR_INTERNET_DISCONNECTED: 'there is no network',
  ERR_CONNECTION_RESET: 'the connection was cut',
  ERR_EMPTY_RESPONSE: 'it answered nothing',
  ERR_TOO_MANY_REDIRECTS: 'it sends from one address to the next without end',
  ERR_UNSAFE_PORT: 'browsers open no pages at that port',
  ERR_BLOCKED_BY_CLIENT: "this page can't reach that host",
  ERR_TUNNEL_CONNECTION_FAILED: "the host can't be reached",
}

/** What Playwright says of a failure, as a sentence; what is none of its own is handed on. */
export function explainFailure(error: unknown): unknown {
  if (!(error instanceof Error) || AppError.is(error)) return error
  const message = stripEscapes(error.message)
  if (/Target (?:page, context or browser has been closed|crashed)|Page crashed/.test(message)) {
    const text = 'The page is gone: it crashed, or its browser did. Open it again.'
    return new AppError('unavailable', text, { cause: error })
  }
  if (/Download is starting/.test(message)) {
    const text = 'There is no page there but a file to download, and downloads are refused.'
    return new AppError('unsupported', text, { cause: error })
  }
  const net = /net::(ERR_\w+)/.exec(message)?.[1]
  if (net) {
    const text = `The page could not be loaded: ${REASONS[net] ?? net}.`
    return new AppError('unavailable', text, { cause: error })
  }
  const [first = ''] = message.split('\n')
  const said = first.replace(/^[\w.]+: /, '')
  const text = error.name === 'TimeoutError' ? `The page took too long: ${said}` : said
  return new AppError('unavailable', text, { cause: error })
}

/** Whether a connection was refused by a rule, not by the network. */
export function isRefusal({ reason }: ConnectionError): boolean {
  return reason === 'http_request_denied' || reason === 'destination_ip_prohibited'
}

/** Says which host was refused and how to allow it. `address` is where it lies, if that is why. */
export function explainRefusal(host: string, address?: string): string {
  if (address !== undefined) return explainAddress(host, address)
  if (isThisMachine(toUrlHost(host))) {
    return `Blocked a request to ${cut(host)}: only pages of this machine can reach this machine.`
  }
  return `Blocked a request to ${cut(host)}: this host isn't allowed. To allow it, open an address on it.`
}

function explainAddress(host: string, address: string): string {
  const at = host === address ? '' : `, which resolves to ${address}`
  const subject = `Blocked a request to ${host}${at}`
  switch (addressKind(address)) {
    case 'link-local':
      return `${subject}: pages can't reach link-local addresses and metadata services.`
    case 'loopback':
      return `${subject}: only pages of this machine can reach this machine.`
    default:
      return `${subject}: private addresses aren't allowed. To allow it, open http://${toUrlHost(address)}/.`
  }
}

/** Returns the error for a page that the proxy couldn't load. */
export function toPageError(url: string, failure: ConnectionError | undefined): AppError {
  if (failure && !isRefusal(failure)) {
    const message = `The page could not be loaded: ${failure.message}`
    return new AppError('unavailable', message, { cause: failure })
  }
  const message =
    failure?.address === undefined
      ? `The page leads to ${cut(url)}. To go there, open that address.`
      : explainRefusal(hostOf(url), failure.address)
  return new AppError('denied', message, { cause: failure })
}

function hostOf(address: string): string {
  const url = URL.parse(address)
  return url ? toDestination(url).host : address
}
