import { AppError } from '#shared/error.ts'
import { stripEscapes } from '#shared/lib/strip-escapes.ts'

/** What Chromium says of an address that it got nothing from. */
const REASONS: Readonly<Record<string, string>> = {
  ERR_CONNECTION_REFUSED: 'nothing listens there',
  ERR_NAME_NOT_RESOLVED: 'there is no such host',
  ERR_INTERNET_DISCONNECTED: 'there is no network',
  ERR_CONNECTION_RESET: 'the connection was cut',
  ERR_EMPTY_RESPONSE: 'it answered nothing',
  ERR_TOO_MANY_REDIRECTS: 'it sends from one address to the next without end',
  ERR_UNSAFE_PORT: 'browsers open no pages at that port',
  ERR_BLOCKED_BY_CLIENT: 'agents do not go there from this page',
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
