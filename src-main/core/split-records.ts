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
