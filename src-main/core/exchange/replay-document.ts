import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { ReplayFacts } from '#shared/contract/procedures/exchange.ts'
import { assert } from '#shared/lib/assert.ts'

/** Where the page that is built has room for what it replays. */
export const RECORDING_PLACE = '<!--recording-->'

const UNSAFE = /[<>&\u2028\u2029]/g
/** Room for the size, which is known when all else is written. */
const BYTES_DIGITS = 14

interface Recorded {
  readonly template: string
  /** Lines of JSON. */
  readonly lines: AsyncIterable<string>
  /** Asked for once all lines were taken; the size is still to come. */
  readonly facts: () => Omit<ReplayFacts, 'bytes'>
}

/** The text of the page that replays these lines, in pieces; answers what it says of itself. */
export async function* writeDocument({
  template,
  lines,
  facts,
}: Recorded): AsyncGenerator<string, ReplayFacts> {
  const place = template.indexOf(RECORDING_PLACE)
  assert(place >= 0, 'the page has a place for what it replays')
  let bytes = 0
  const counted = (text: string) => {
    bytes += Buffer.byteLength(text)
    return text
  }
  yield counted(template.slice(0, place))
  yield counted('<script type="application/gzip" id="recording">')
  for await (const piece of toBase64(lines)) yield counted(piece)
  const told = { ...facts(), bytes: 0 }
  const end = template.slice(place + RECORDING_PLACE.length)
  bytes += Buffer.byteLength(factsScript(told) + end)
  const whole = { ...told, bytes }
  yield factsScript(whole) + end
  return whole
}

/** Gzipped, in letters that mean nothing to a page. */
async function* toBase64(lines: AsyncIterable<string>): AsyncGenerator<string> {
  const packed = pipeline(Readable.from(lines), createGzip({ level: 9 }), () => {
    // What goes wrong is told to whoever reads on.
  })
  let rest = Buffer.alloc(0)
  for await (const chunk of packed) {
    const all = Buffer.concat([rest, chunk])
    const whole = all.length - (all.length % 3)
    rest = all.subarray(whole)
    yield all.toString('base64', 0, whole)
  }
  yield rest.toString('base64')
}

/** Of the same length whatever the size is. */
function factsScript({ bytes, ...facts }: ReplayFacts): string {
  const json = JSON.stringify(facts).replace(UNSAFE, toEscape)
  const size = String(bytes).padStart(BYTES_DIGITS)
  return `</script><script type="application/json" id="facts">${json.slice(0, -1)},"bytes":${size}}</script>`
}

function toEscape(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
}
