/**
 * Splits text at line feeds alone, and leaves out an empty last line. Node's `readline` also splits at
 * U+2028 and U+2029, which the JSON of one line may hold.
 */
export async function* splitLines(chunks: AsyncIterable<unknown>): AsyncGenerator<string> {
  let pieces: string[] = []
  for await (const chunk of chunks) {
    const [first = '', ...others] = String(chunk).split('\n')
    pieces.push(first)
    for (const next of others) {
      yield pieces.join('')
      pieces = [next]
    }
  }
  const last = pieces.join('')
  if (last !== '') yield last
}

/** A single record longer than this is cut: nothing may fill the memory. */
const MAX_RECORD = 1024 * 1024

/** What a program prints, record by record; those that came together are together. */
export async function* splitRecords(
  chunks: AsyncIterable<string>,
  separator: '\0' | '\n',
): AsyncGenerator<readonly string[]> {
  let rest = ''
  for await (const chunk of chunks) {
    const records = (rest + chunk).split(separator)
    rest = (records.pop() ?? '').slice(0, MAX_RECORD)
    yield records
  }
  if (rest) yield [rest]
}
