import iconv from 'iconv-lite'
import { expect, it } from 'vitest'
import type { EventFor } from '#shared/events/index.ts'
import type { Hash } from '#shared/lib/ids.ts'
import { hashOf } from '../runtime/ids.ts'
import { Rewriter } from './rewriter.ts'

it('takes words out of contents in any encoding, and keeps the encoding', async () => {
  const text = '# Größe\r\npassword = hunter2\r\n'
  const contents = [
    iconv.encode(text, 'windows-1252'),
    iconv.encode(`\uFEFF${text}`, 'utf-16le'),
    iconv.encode(text, 'utf-16be'),
    Buffer.from(`\uFEFF${text}`),
    Buffer.from(`${text}\0`),
  ]
  for (const content of contents) {
    const kept = new Map<Hash, Uint8Array>()
    const rewriter = new Rewriter({
      find: async () => content,
      text: (words) => words.replaceAll('hunter2', '[secret]'),
      keep: async (hash, bytes) => void kept.set(hash, bytes),
    })
    const after = { hash: hashOf(content), size: content.length }
    const data: Partial<EventFor<'file.changed'>['data']> = { before: null, after }
    await rewriter.rewrite(data)
    const [written = Buffer.from('')] = kept.values()
    const secret = iconv.encode('hunter2', content.includes(0) ? 'utf-16le' : 'utf8')
    expect(Buffer.from(written).includes(secret)).toBe(false)
    expect(written.length).toBeGreaterThan(content.length)
    expect(Buffer.from(written).subarray(0, 6)).toEqual(content.subarray(0, 6))
  }
})
