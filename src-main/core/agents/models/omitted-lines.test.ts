import { createHash } from 'node:crypto'
import { ToolMessage } from '@langchain/core/messages'
import { expect, test } from 'vitest'
import { createToolBench, type ToolBench } from '../../../../test/support/tool-bench.ts'
import { cutResults } from '../compaction/fit-context.ts'

// https://github.com/cline/cline/issues/13923

const LINES = Array.from({ length: 1500 }, (_, index) => {
  const hash = createHash('sha256')
    .update(`${index + 1}`)
    .digest('hex')
  return `${String(index + 1).padStart(5, '0')} ${hash.repeat(2).slice(0, 110)}`
})
const BIG = `${LINES.join('\n')}\n`
const LONG = 'abcdefghij'.repeat(30_000)

/** The tokens of a result in a context of 8,192 tokens. */
const MAX_TOKENS = 2_000

interface Reading {
  readonly offset: number
  readonly limit?: number
}

async function read({ call }: ToolBench, path: string, args: object): Promise<string> {
  return (await call('read_file', { file_path: `/workspace/${path}`, ...args })).text
}

function toSent(text: string): string {
  const [sent] = cutResults(
    [new ToolMessage({ content: text, tool_call_id: 'call_1' })],
    MAX_TOKENS,
  )
  return sent?.text ?? ''
}

/** The numbers of the lines that are there, each of them whole. */
function listShown(text: string): readonly number[] {
  const lines = text.split('\n').filter((line) => /^\d{5} /.test(line))
  for (const line of lines) expect(LINES).toContain(line)
  return lines.map((line) => Number(line.slice(0, 5)))
}

/** The numbers of the lines that an answer says it has, and what it says to read next. */
function readClaim(text: string): {
  readonly lines: readonly number[]
  readonly next: readonly Reading[]
} {
  const [, from, to] = /^@@ lines (\d+)-(\d+) of 1500/.exec(text)?.map(Number) ?? []
  if (from === undefined || to === undefined) throw new Error(`No header: ${text.slice(0, 100)}`)
  const gap =
    /^\[Lines (\d+)-(\d+) are left out here: .* use offset (\d+) and limit (\d+)\.\]$/m.exec(text)
  const [, first = 0, last = -1, offset = 0, limit = 0] = gap?.map(Number) ?? []
  const next = Number(/next offset (\d+)/.exec(text)?.[1] ?? Number.NaN)
  const all = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  return {
    lines: all.filter((line) => line < first || line > last),
    next: [...(gap ? [{ offset, limit }] : []), ...(next >= 0 ? [{ offset: next }] : [])],
  }
}

test.each([
  ['as it was read', (text: string) => text],
  ['as it is sent to a small context', toSent],
])(
  'a file %s has the lines that it claims, and its hints lead to all others',
  async (_name, send) => {
    await using tools = await createToolBench({ 'big.txt': BIG })
    const found: number[] = []
    const waiting: Reading[] = [{ offset: 0 }]
    for (let calls = 0; waiting.length > 0; calls += 1) {
      expect(calls).toBeLessThan(200)
      const text = send(await read(tools, 'big.txt', waiting.shift() ?? {}))
      const { lines, next } = readClaim(text)
      expect(listShown(text)).toEqual(lines)
      found.push(...lines)
      // Reads the lines that this part omits first. The start of the next part comes from the first one.
      waiting.unshift(
        ...next.filter(
          ({ offset }) =>
            !found.includes(offset + 1) && !waiting.some((one) => one.offset === offset),
        ),
      )
    }
    expect(found.toSorted((a, b) => a - b)).toEqual(LINES.map((_, index) => index + 1))
  },
)

test('a line that is too long for an answer is read in parts, each exactly as it claims', async () => {
  await using tools = await createToolBench({ 'long.txt': LONG })
  let whole = ''
  for (let column = 0; column >= 0; ) {
    const text = await read(tools, 'long.txt', { column })
    whole += text.slice(text.indexOf('\n') + 1)
    column = Number(/next column (\d+)/.exec(text)?.[1] ?? -1)
    expect(column === -1 || column === whole.length).toBe(true)
  }
  expect(whole).toBe(LONG)
})

test('a search that finds too much says so below what it shows, also once its middle is cut', async () => {
  await using tools = await createToolBench({ 'big1.txt': BIG, 'big2.txt': BIG })
  const { text } = await tools.call('grep', { pattern: '^', path: '/workspace', max_count: 1000 })
  expect(text).toMatch(/\n\[\d+ more are left out\. Search in less\.\]$/)
  const sent = toSent(text)
  const [, count = ''] = /\n\[(\d+) lines? (?:is|are) left out here: /.exec(sent) ?? []
  expect(sent.split('\n').length - 1 + Number(count)).toBe(text.split('\n').length)
})
