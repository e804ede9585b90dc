import iconv from 'iconv-lite'
import { expect, it } from 'vitest'
import { decodeText } from '../../text/detect-encoding.ts'
import { countLines } from '../tracking/change-log.ts'
import { findText, formatOf, getText, nameEncoding, toBytes } from './text-format.ts'

it('decodes and encodes files of many encodings', async () => {
  const texts: Readonly<Record<string, string>> = {
    'Windows-1252': 'Größe: 3 €\n',
    'Windows-1251': 'Ошибка: файл не найден\n',
    'KOI8-R': 'Привет, мир\n',
    Shift_JIS: '日本語のテキスト\n',
    'EUC-JP': '日本語のテキスト\n',
    'EUC-KR': '안녕하세요 세계\n',
    GB18030: '你好，世界\n',
    Big5: '繁體中文\n第二行\n',
    'UTF-16 LE': 'plain\nväg\n',
    'UTF-16 BE': 'plain\nväg\n',
  }
  const found: Record<string, string> = {}
  for (const [encoding, text] of Object.entries(texts)) {
    const bytes = iconv.encode(text, encoding)
    const { format, ...decoded } = await getText(bytes, 'a.txt')
    found[format.encoding] = decoded.text
    expect(toBytes(decoded.text, format, 'a.txt')).toEqual(bytes)
  }
  expect(found).toEqual(texts)
})

it('decodes a large file by a part of it', async () => {
  const line = '日本語のテキスト、'
  for (const [encoding, text] of [
    ['Shift_JIS', `x${line.repeat(20_000)}\n`],
    ['EUC-JP', `${'ascii\n'.repeat(100_000)}${line.repeat(100)}\n`],
    ['GB18030', Array.from({ length: 20_000 }, (_, index) => `第${index}行文本\n`).join('')],
  ] as const) {
    const { text: decoded, format } = await getText(iconv.encode(text, encoding), 'a.txt')
    expect(format.encoding).toBe(encoding)
    expect(decoded === text).toBe(true)
  }
})

it('takes bytes that no text has for no text', async () => {
  for (const bytes of [
    Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    Buffer.from('%PDF-1.7\n\xE2\xE3', 'latin1'),
    Buffer.from([0, 1, 2, 3]),
    Buffer.from('a\0b'),
    Buffer.from([0x1f, 0x8b, 8, 1]),
    Buffer.from([0xff, 0xfe, 0xfd]),
  ]) {
    expect(await findText(bytes)).toBeUndefined()
  }
})

it('names an encoding only where it is not plain UTF-8', async () => {
  const nameOf = async (bytes: Uint8Array) => {
    const found = await decodeText(bytes)
    return found && nameEncoding(found)
  }
  expect(await nameOf(Buffer.from('é'))).toBeUndefined()
  expect(await nameOf(Buffer.from('\uFEFFé'))).toBe('UTF-8 with BOM')
  expect(await nameOf(Buffer.from('caf\xE9\n', 'latin1'))).toBe('Windows-1252')
})

it('refuses a character that the encoding cannot hold, and half of one', async () => {
  const { format } = await getText(Buffer.from('caf\xE9\n', 'latin1'), 'a.txt')
  expect(() => toBytes('one\n世\n', format, '/workspace/a.txt')).toThrow(
    "“世” (U+4E16, line 2) can't be written to /workspace/a.txt, whose encoding is Windows-1252.",
  )
  expect(() => toBytes('one\n\uD83D\n', format, 'a.txt')).toThrow('U+D83D on line 2')
})

it('counts the lines of files that are not UTF-8, and those whose bytes alone changed', async () => {
  const latin = (text: string) => Buffer.from(text, 'latin1')
  const wide = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')
  expect(await countLines(latin('é\nb\n'), latin('é\nc\n'))).toEqual({ added: 1, removed: 1 })
  expect(await countLines(latin('é\nb\n'), Buffer.from('é\nb\n'))).toEqual({ added: 1, removed: 1 })
  expect(await countLines(wide('a\nb\n'), wide('a\nc\n'))).toEqual({ added: 1, removed: 1 })
  expect(await countLines(wide('a\nb\n'), Buffer.from('a\nb\n'))).toEqual({ added: 2, removed: 2 })
  expect(await countLines(latin('a\nb\n'), latin('a\r\nb\r\n'))).toEqual({ added: 2, removed: 2 })
  expect(await countLines(latin('a\rb\rc'), latin('a\rB\rc'))).toEqual({ added: 1, removed: 1 })
})

it('reads UTF-8 with a few invalid bytes, and keeps them in lines that are not edited', async () => {
  const text = 'Größe – 3 €\nÜbermäßig\n'
  const whole = Buffer.from(text)
  const damaged: readonly (readonly [Buffer, string])[] = [
    [Buffer.concat([whole, Buffer.from([0xe2, 0x82])]), `${text}\uFFFD`],
    [Buffer.concat([Buffer.from([0x82, 0xac]), whole]), `\uFFFD\uFFFD${text}`],
    [Buffer.concat([whole, Buffer.from([0xff]), whole]), `${text}\uFFFD${text}`],
  ]
  for (const [bytes, shown] of damaged) {
    const { text: decoded, format } = await getText(bytes, 'a.txt')
    expect(decoded).toBe(shown)
    expect(format.encoding).toBe('UTF-8')
    expect(nameEncoding({ raw: decoded, ...format })).toBe('UTF-8 with invalid bytes')
    const line = shown.slice(0, shown.indexOf('\uFFFD')).split('\n').length
    const edited = decoded.replace('\uFFFD', 'x\uFFFD')
    expect(() => toBytes(edited, format, '/workspace/a.txt')).toThrow(
      `Line ${line} of /workspace/a.txt has bytes that are not UTF-8, shown as “\uFFFD”`,
    )
    expect(toBytes(`new\n${decoded}`, format, 'a.txt')).toEqual(
      Buffer.concat([Buffer.from('new\n'), bytes]),
    )
    expect(toBytes('new\n', format, 'a.txt')).toEqual(Buffer.from('new\n'))
    const asked = await formatOf(bytes, 'UTF-8')
    expect(toBytes(shown, asked, 'a.txt')).toEqual(Buffer.from(shown))
  }
})

it('keeps invalid bytes of equal lines only while it knows which line has which', async () => {
  const bytes = (text: string) => Buffer.from(text, 'latin1')
  const utf8 = (text: string) => bytes(Buffer.from(text).toString('latin1'))
  const whole = utf8(`${'Größe und Übermaß, '.repeat(10)}\r\n`)
  const [one, other] = [bytes('x \xFF\r\n'), bytes('x \xFE\r\n')]
  const literal = utf8('y \uFFFD\r\n')
  const file = Buffer.concat([whole, one, literal, other])
  const { text, format } = await getText(file, 'a.txt')
  const [first = '', ...rest] = text.split('\n')
  expect(toBytes([first, 'new', ...rest].join('\n'), format, 'a.txt')).toEqual(
    Buffer.concat([whole, utf8('new\r\n'), one, literal, other]),
  )
  expect(() => toBytes([first, ...rest.slice(1)].join('\n'), format, 'a.txt')).toThrow('Line 3 of')
  const twice = await getText(Buffer.concat([whole, one, one]), 'a.txt')
  expect(toBytes(`${twice.text}x \uFFFD\n`, twice.format, 'a.txt')).toEqual(
    Buffer.concat([whole, one, one, one]),
  )
})
