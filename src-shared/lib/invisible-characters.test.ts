import { expect, test } from 'vitest'
import { piecesOf, showInvisible, splitInvisible, type TextKind } from './invisible-characters.ts'

const ENGLAND = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'
const FAMILY = '👩🏽\u200d👩🏻\u200d👧\u200d👦'

test('splits a text into what is seen and what is not, with code points and names', () => {
  expect(splitInvisible('rm \u202egpj.exe')).toEqual([
    { type: 'plain', text: 'rm ' },
    { type: 'invisible', text: '\u202e', code: 'U+202E', name: 'RIGHT-TO-LEFT OVERRIDE' },
    { type: 'plain', text: 'gpj.exe' },
  ])
  expect(splitInvisible('')).toEqual([])
})

test('finds one piece after the other, and writes out the rest', () => {
  const text = `${'\0a'.repeat(300_000)}\u202e`
  const pieces = piecesOf(text)
  expect([pieces.next().value, pieces.next().value]).toEqual([
    { type: 'invisible', text: '\0', code: 'U+0000', name: 'NULL' },
    { type: 'plain', text: 'a' },
  ])
  expect(showInvisible(text)).toBe(`${'<U+0000>a'.repeat(300_000)}<U+202E>`)
})

test.each<[string, number, string]>([
  ['\u0000', 0x0000, 'NULL'],
  ['\u001b', 0x001b, 'ESCAPE'],
  ['\u007f', 0x007f, 'DELETE'],
  ['\u0080', 0x0080, 'PADDING CHARACTER'],
  ['\u0085', 0x0085, 'NEXT LINE'],
  ['\u009b', 0x009b, 'CONTROL SEQUENCE INTRODUCER'],
  ['\u009f', 0x009f, 'APPLICATION PROGRAM COMMAND'],
  ['\u00ad', 0x00ad, 'SOFT HYPHEN'],
  ['\u115f', 0x115f, 'HANGUL CHOSEONG FILLER'],
  ['\u2028', 0x2028, 'LINE SEPARATOR'],
  ['\ufeff', 0xfeff, 'ZERO WIDTH NO-BREAK SPACE'],
  ['\ufe0f', 0xfe0f, 'VARIATION SELECTOR-16'],
  ['\u{e0067}', 0xe0067, 'TAG g'],
  ['\u{e007f}', 0xe007f, 'CANCEL TAG'],
  ['\u{e0100}', 0xe0100, 'VARIATION SELECTOR-17'],
  ['\u{e0fff}', 0xe0fff, 'INVISIBLE CHARACTER'],
])('names %j', (text, codePoint, name) => {
  const code = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`
  expect(splitInvisible(text)).toEqual([{ type: 'invisible', text, code, name }])
})

/** Unicode's list, and what ends a line for some programs. */
const hidden = [
  ...['\u00ad', '\u034f', '\u061c', '\u115f', '\u1160', '\u17b4', '\u17b5', '\u180b', '\u180e'],
  ...range(0x200b, 0x200f),
  ...range(0x2028, 0x202e),
  ...range(0x2060, 0x206f),
  ...['\u3164', '\ufe00', '\ufe0f', '\ufeff', '\uffa0', '\ufff9', '\u{1bca0}', '\u{1d173}'],
  ...range(0xe0000, 0xe007f),
  ...range(0xe0100, 0xe01ef),
  ...range(0x0000, 0x0008),
  ...range(0x000b, 0x001f),
  ...range(0x007f, 0x009f),
]

function range(first: number, last: number): readonly string[] {
  return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at))
}

test('shows every invisible character of a command, and most of prose, between Latin letters', () => {
  const needed = new Set(['\u200c', '\u200d', '\u00ad', '\u034f'])
  for (const character of hidden) {
    const text = `a${character}b`
    const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
    const shown = `a<U+${code}>b`
    expect([code, showInvisible(text), showInvisible(text, 'name')]).toEqual([code, shown, shown])
    expect(showInvisible(text, 'prose')).toBe(needed.has(character) ? text : shown)
  }
})

test('leaves tabs and line ends of a text alone, but shows them in a name', () => {
  expect(showInvisible('a\tb\r\nc\n')).toBe('a\tb\r\nc\n')
  expect(showInvisible('rm -rf a\r')).toBe('rm -rf a<U+000D>')
  expect(showInvisible('echo ok # \rrm -r .')).toBe('echo ok # <U+000D>rm -r .')
  expect(showInvisible('a.md\r\n\tb', 'name')).toBe('a.md<U+000D><U+000A><U+0009>b')
})

test.each<[string, string]>([
  ['English', 'naïve – “quoted” … 日本語'],
  ['a family, with skin tones', FAMILY],
  ['a heart, a keycap and a text form', '❤\ufe0f 1\ufe0f\u20e3 ☎\ufe0e ❤\ufe0f\u200d🔥'],
  ['flags', `${ENGLAND} 🇮🇷 🏳\ufe0f\u200d🌈 🏴\u200d☠\ufe0f`],
  ['an ideograph with a variant', '葛\u{e0100}'],
])('keeps %s in every kind of text', (_, text) => {
  const kinds: readonly TextKind[] = ['name', 'code', 'prose']
  expect(kinds.map((kind) => showInvisible(text, kind))).toEqual([text, text, text])
})

test.each<[string, string, string]>([
  ['Persian', 'می\u200cخواهم کتاب\u200cها', 'می<U+200C>خواهم کتاب<U+200C>ها'],
  ['Hindi', 'क्\u200dष और क्\u200d', 'क्<U+200D>ष और क्<U+200D>'],
  ['Hebrew', 'שלום\u200f! C++\u200e', 'שלום<U+200F>! C++<U+200E>'],
  ['Arabic', 'مرحبا \u061c(1)', 'مرحبا <U+061C>(1)'],
  ['Thai', 'ภาษา\u200bไทย', 'ภาษา<U+200B>ไทย'],
  ['German', 'Donau\u00addampf', 'Donau<U+00AD>dampf'],
])('keeps what %s needs in prose, and shows it in a command', (_, text, shown) => {
  expect(showInvisible(text, 'prose')).toBe(text)
  expect(showInvisible(text)).toBe(shown)
})

test('shows what prose does not need', () => {
  expect(showInvisible('שלום \u202eabc\u202c \u2067x\u2069', 'prose')).toBe(
    'שלום <U+202E>abc<U+202C> <U+2067>x<U+2069>',
  )
  expect(showInvisible('ab\u200ec \u200d d\u200c\u200ce', 'prose')).toBe(
    'ab<U+200E>c <U+200D> d<U+200C><U+200C>e',
  )
  expect(showInvisible('שלום\nab\u200f', 'prose')).toBe('שלום\nab<U+200F>')
  expect(showInvisible('ab\u061cc', 'prose')).toBe('ab<U+061C>c')
})

test('shows a text that is hidden in tags or variation selectors', () => {
  const tags = '\u{1f3f4}\u{e0072}\u{e006d}\u{e007f}'
  expect(showInvisible(tags, 'prose')).toBe('🏴<U+E0072><U+E006D><U+E007F>')
  expect(showInvisible(`${ENGLAND}\u{e0061}`, 'prose')).toBe(`${ENGLAND}<U+E0061>`)
  expect(showInvisible('😀\u{e0101}\u{e0102}', 'prose')).toBe('😀<U+E0101><U+E0102>')
  expect(showInvisible('葛\u{e0100}\u{e0101}', 'prose')).toBe('葛\u{e0100}<U+E0101>')
  expect(showInvisible('❤\ufe0f\ufe0f a\ufe0f 1\ufe0f')).toBe('❤\ufe0f<U+FE0F> a<U+FE0F> 1<U+FE0F>')
})

test('the pieces joined are the text', () => {
  for (const kind of ['name', 'code', 'command', 'prose'] as const) {
    const text = `x${hidden.join('y')}${FAMILY}${ENGLAND}\ud800\u202e\udc00`
    const pieces = splitInvisible(text, kind)
    expect(pieces.map((piece) => piece.text).join('')).toBe(text)
  }
})

test('takes a flag whose tags continue as a flag and hidden tags', () => {
  expect(showInvisible(`${ENGLAND}${ENGLAND.slice(2)}`)).toBe(
    `${ENGLAND}<U+E0067><U+E0062><U+E0065><U+E006E><U+E0067><U+E007F>`,
  )
})

/** Of asamassekou10/ship-safe #114: flags of tag characters were reported as an attack. */
test('keeps flags, scripts and blanks of prose, and shows a flag that hides a text', () => {
  const flag = (region: string, end = '\u{e007f}') =>
    `\u{1f3f4}${[...region].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')}${end}`
  const flags = ['gbsct', 'gbwls', 'gbeng'].map((region) => flag(region)).join(' ')
  const scripts =
    'ភាសាខ្មែរ ᠮᠣᠩᠭᠣᠯ\u180b 한국어 nai\u0308ve Donau\u00addampf Bonjour\u00a0! 東京\u3000駅'
  const hearts = '❤\ufe0f 1\ufe0f\u20e3 👩\u200d❤\ufe0f\u200d👨'
  expect(showInvisible(`${flags} ${scripts} ${hearts}`, 'prose')).toBe(
    `${flags} ${scripts} ${hearts}`,
  )
  const long = flag('gbsctabcdefghijklmnopqrstuvwxyzabcd')
  expect(showInvisible(long, 'prose')).toContain('<U+E0061>')
  expect(showInvisible(flag('gbsct', ''), 'prose')).toContain('<U+E0074>')
})

test('shows blanks that are no spaces in a command alone', () => {
  const text = 'ls\u00a0-la\u3000x\u2800\ty z\r\n'
  expect(showInvisible(text, 'command')).toBe('ls<U+00A0>-la<U+3000>x<U+2800>\ty z\r\n')
  expect(showInvisible(text)).toBe(text)
})
