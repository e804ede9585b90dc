import iconv from 'iconv-lite'
import { afterEach, expect, it, vi } from 'vitest'
import { decodeUnicode, encodeText, UnencodableError } from './text-encoding.ts'

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

it('takes entries that NULs separate for no text in UTF-16', () => {
  const lists = [
    'id\0name\0x\0',
    'README.md\0src/a.ts\0src/code.ts\0docs/index.md\0',
    'a.c\0Größe.txt\0日本語.txt\0bc.txt\0',
    'one message\n\0another one\n\0',
    'key=1\0other=22\0',
    'a b\0c d\0ef \0g\0',
  ]
  const found = lists.flatMap((list) => [Buffer.from(list), Buffer.from(`${list}x`)])
  expect(found.map(decodeUnicode)).toEqual(found.map(() => 'binary'))
})

it('takes UTF-16 without a mark for text, whatever its script', () => {
  const texts = [
    'abc',
    'name,größe\r\n1,2\r\n',
    'Привет, мир\r\nЕщё строка\r\n',
    '一二三。\r\n第一行一\r\n',
    '日本語のテキスト\n',
    'Ελληνικά κείμενο\n',
  ]
  for (const encoding of ['UTF-16 LE', 'UTF-16 BE'] as const) {
    const found = texts.map((text) => decodeUnicode(iconv.encode(text, encoding)))
    expect(found).toEqual(texts.map((raw) => ({ raw, encoding })))
  }
})
