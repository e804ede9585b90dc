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
