import { ellipsize } from '#shared/lib/cut-text.ts'

const MAX_CHARS = 200
const MAX_LINES = 12

/** The line a definition's name stands on, with what follows until its brackets are closed. */
export function signatureAt(lines: readonly string[], row: number): string {
  let text = ''
  for (const line of lines.slice(row, row + MAX_LINES)) {
    text = `${text} ${line.trim()}`
    if (text.length > MAX_CHARS || isClosed(text)) break
  }
  const one = text
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/([([]) | (?=[)\]])/gu, '$1')
    .trim()
  const bare = one.replace(/ ?[{:;=]?$/u, '')
  return ellipsize(bare, MAX_CHARS)
}

function isClosed(text: string): boolean {
  const opened = text.match(/[([]/gu)?.length ?? 0
  const closed = text.match(/[)\]]/gu)?.length ?? 0
  return opened <= closed
}
