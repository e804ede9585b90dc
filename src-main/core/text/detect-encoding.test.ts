import iconv from 'iconv-lite'
import { afterEach, expect, it, vi } from 'vitest'
import { decodeText } from './detect-encoding.ts'

const started: string[] = []
const noteWorker = () => started.push('worker')

afterEach(() => {
  vi.restoreAllMocks()
  process.off('worker', noteWorker)
})

const chinese = '那是最美好的时代，那是最糟糕的时代。\n'.repeat(20)

it('decodes files one after the other on one thread', async () => {
  started.length = 0
  process.on('worker', noteWorker)
  const files = ['Größe und Maß\n', 'Überall grüne Bäume\n', 'Fußgänger dürfen hier gehen\n']
  for (const text of files) {
    expect(await decodeText(iconv.encode(text, 'Windows-1252'))).toEqual({
      raw: text,
      encoding: 'Windows-1252',
    })
  }
  expect(started.length).toBeLessThanOrEqual(1)
})

it('leaves the bytes that it was given, and decodes none on this thread', async () => {
  const bytes = iconv.encode(chinese, 'GB18030')
  const before = Buffer.from(bytes)
  const decode = vi.spyOn(iconv, 'decode')
  expect(await decodeText(bytes)).toEqual({ raw: chinese, encoding: 'GB18030' })
  expect(decode).not.toHaveBeenCalled()
  expect(bytes).toEqual(before)
})

it('decodes large UTF-16 on another thread', async () => {
  const text = 'a line of text\n'.repeat(10_000)
  const [marked, unmarked] = [Buffer.from(`\uFEFF${text}`, 'utf16le'), Buffer.from(text, 'utf16le')]
  const decode = vi.spyOn(iconv, 'decode')
  expect(await decodeText(unmarked)).toEqual({ raw: text, encoding: 'UTF-16 LE' })
  expect(await decodeText(marked)).toEqual({ raw: `\uFEFF${text}`, encoding: 'UTF-16 LE' })
  expect(await decodeText(Buffer.alloc(200_000))).toBeUndefined()
  expect(decode).not.toHaveBeenCalled()
})
