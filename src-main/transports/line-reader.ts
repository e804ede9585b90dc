import type { Socket } from 'node:net'

const NEWLINE = 10

/** Cuts a flow of bytes into lines of text. Answers `undefined` from the chunk on that makes one too long. */
export function createLineReader(maxBytes: number): (chunk: Uint8Array) => string[] | undefined {
  let parts: Uint8Array[] = []
  let bytes = 0

  function keep(part: Uint8Array): void {
    parts.push(part)
    bytes += part.length
  }
  function take(): string {
    const line = Buffer.concat(parts, bytes).toString('utf8')
    parts = []
    bytes = 0
    return line
  }

  return (chunk) => {
    const lines: string[] = []
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      keep(chunk.subarray(from, end))
      if (bytes > maxBytes) return undefined
      lines.push(take())
      from = end + 1
    }
    if (from < chunk.length) keep(chunk.subarray(from))
    return bytes > maxBytes ? undefined : lines
  }
}

/**
 * Reads one line of text and leaves the socket paused, with all that follows the line unread. Fails if the
 * socket closes first, or if the line is longer than `maxBytes`.
 */
export async function readLine(socket: Socket, maxBytes: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let received = Buffer.alloc(0)
  const onData = (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    const end = received.indexOf(NEWLINE)
    if (end >= 0) resolve(received.toString('utf8', 0, end))
    else if (received.length > maxBytes) reject(new Error('The line is too long.'))
    else return
    stop()
    const rest = received.subarray(end + 1)
    if (end >= 0 && rest.length > 0) socket.unshift(rest)
  }
  const onClose = () => reject(new Error('The connection was closed.'))
  const stop = () => {
    socket.pause()
    socket.off('data', onData)
  }
  socket.on('data', onData)
  socket.on('error', reject)
  socket.on('close', onClose)
  socket.resume()
  try {
    return await promise
  } finally {
    socket.off('error', reject)
    socket.off('close', onClose)
  }
}
