import { AppError } from '#shared/error.ts'

const HEAD_END = Buffer.from('\r\n\r\n')
/** A head is two short lines. */
const MAX_HEAD = 4 * 1024
const MAX_BODY = 64 * 1024 * 1024

/** A message as the protocol writes it: its length, an empty line, its JSON. */
export function toFrame(message: object): Buffer {
  const body = Buffer.from(JSON.stringify(message))
  return Buffer.concat([Buffer.from(`Content-Length: ${body.byteLength}\r\n\r\n`), body])
}

/** Takes messages out of a stream of bytes, however it was cut. */
export class FrameReader {
  #chunks: Buffer[] = []
  #length = 0
  /** Bytes of the message whose head was read. */
  #wanted: number | undefined

  /** The messages that are whole by now. Fails where what comes is not the protocol. */
  read(chunk: Buffer): readonly unknown[] {
    this.#chunks.push(chunk)
    this.#length += chunk.byteLength
    const messages: unknown[] = []
    for (let message = this.#next(); message; message = this.#next()) messages.push(message.json)
    return messages
  }

  #next(): { readonly json: unknown } | undefined {
    this.#wanted ??= this.#readHead()
    if (this.#wanted === undefined || this.#length < this.#wanted) return undefined
    const body = this.#take(this.#wanted)
    this.#wanted = undefined
    try {
      return { json: JSON.parse(body.toString('utf8')) }
    } catch (cause) {
      throw notSpoken(cause)
    }
  }

  #readHead(): number | undefined {
    if (this.#length === 0) return undefined
    const whole = this.#joined()
    const end = whole.indexOf(HEAD_END)
    if (end === -1) {
      if (whole.byteLength > MAX_HEAD) throw notSpoken()
      return undefined
    }
    const head = this.#take(end + HEAD_END.byteLength).toString('latin1')
    const length = Number(/^content-length: *(\d+)\s*$/im.exec(head)?.[1])
    if (!(length <= MAX_BODY)) throw notSpoken()
    return length
  }

  #joined(): Buffer {
    const whole = Buffer.concat(this.#chunks)
    this.#chunks = [whole]
    return whole
  }

  #take(bytes: number): Buffer {
    const whole = this.#joined()
    const rest = whole.subarray(bytes)
    this.#chunks = [rest]
    this.#length = rest.byteLength
    return whole.subarray(0, bytes)
  }
}

function notSpoken(cause?: unknown): AppError {
  const message = 'The debug adapter does not speak the Debug Adapter Protocol.'
  return new AppError('unavailable', message, { cause })
}
