import iconv from 'iconv-lite'
import { afterEach, expect, it, vi } from 'vitest'
import { encodeText, UnencodableError } from './text-encoding.ts'

afterEach(() => vi.restoreAllMocks())

function findRefusal(text: string, encoding: Parameters<typeof encodeText>[1]) {
  try {
    encodeText(text, encoding)
  } catch (error) {
    if (!(error instanceof UnencodableError)) throw error
    return { character: error.character, line: error.line }
  }
  return undefined
}

it('encodes a text once, however late the character stands that can’t be written', () => {
  const encode = vi.spyOn(iconv, 'encode')
  const text = `${'Größe\r\n'.repeat(2000)}a → b\r\n`
  expect(findRefusal(text, 'Windows-1252')).toEqual({ character: '→', line: 2001 })
  expect(encode).toHaveBeenCalledTimes(1)
})

it('names the whole character that can’t be written', () => {
  expect(findRefusal('\u{1F600}', 'Windows-1252')).toEqual({ character: '\u{1F600}', line: 1 })
  expect(findRefusal('漢字\nかな \u{1F600} x', 'Shift_JIS')).toEqual({
    character: '\u{1F600}',
    line: 2,
  })
  expect(findRefusal('é\n世', 'Windows-1252')).toEqual({ character: '世', line: 2 })
  expect(findRefusal('Größe', 'Windows-1252')).toBeUndefined()
})
