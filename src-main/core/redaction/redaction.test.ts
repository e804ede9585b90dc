import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measureGrowth } from '../../../test/support/growth.ts'
import { plantedSecrets } from '../../../test/support/planted-secrets.ts'
import { replaceRanges } from './find-ranges.ts'
import { privateWords, Redaction } from './redaction.ts'
import type { Cut } from './scan-chunks.ts'

const machine = { homeDir: '/home/mirabel', userName: 'mirabel', hostName: 'orchid-7.lan' }
const place = { root: '/home/mirabel/code/reading-list', name: 'reading-list' }

function newRedaction(): Redaction {
  return new Redaction(privateWords(machine, place))
}

test('paths of the machine are shortened, and its names taken out, where they stand by themselves', () => {
  const { text } = newRedaction()
  expect(text('at /home/mirabel/code/reading-list/src/a.ts and /home/mirabel/.zshrc')).toBe(
    'at reading-list/src/a.ts and ~/.zshrc',
  )
  expect(text('/home/mirabella /workspace/home/mirabel x')).toBe(
    '/home/mirabella /workspace/home/[user] x',
  )
  expect(text('mirabel@orchid-7:~$ mirabelle orchid-7.lan')).toBe(
    '[user]@[host]:~$ mirabelle [host]',
  )
})

test('names that everybody has, and words of programs, stay', () => {
  const words = privateWords({ homeDir: '/root', userName: 'root', hostName: 'localhost' }, place)
  const redaction = new Redaction(words)
  expect(redaction.text('root of /workspace/root on localhost: /root/x')).toBe(
    'root of /workspace/root on localhost: ~/x',
  )
  expect(newRedaction().word('mirabel')).toBe('mirabel')
})

test('a password in an address goes, and the address stays', () => {
  const { text } = newRedaction()
  expect(text('postgres://app:hunter22@db.example:5432/x?y=1')).toBe(
    'postgres://app:[password removed]@db.example:5432/x?y=1',
  )
  expect(text('https://example.org:8080/a@b')).toBe('https://example.org:8080/a@b')
})

test('values that names call secret go; what only mentions the name stays', () => {
  const { text, value } = newRedaction()
  expect(text('STRIPE_API_KEY=abcdef12345 npm test')).toBe(
    'STRIPE_API_KEY=[secret value removed] npm test',
  )
  expect(text('{ "dbPassword": "correct horse", "password": "correct-horse" }')).toBe(
    '{ "dbPassword": "[secret value removed]", "password": "[secret value removed]" }',
  )
  expect(value('apiKey', 'abcdef12345')).toBe('[secret value removed]')
  for (const harmless of [
    'MAX_TOKENS=4096000',
    'inputTokens: 40960',
    'const token: string = read()',
    'API_KEY=$OTHER_KEY_NAME',
    'password: "Enter your new password"',
    'password: string',
    'const secret = readSecret()',
    'token: process.env.API_TOKEN2',
    'api_key = <your-key-1234>',
    'password: xxxxxxxxxx',
    'a task-abcdefghijklmnopqrstuvwxyz',
  ]) {
    expect(text(harmless)).toBe(harmless)
  }
})

test('what was taken out is counted by kind, each secret once, and not taken out again', () => {
  const redaction = newRedaction()
  const key = 'sk-ant-api03-abcdefghijklmnop'
  const once = redaction.text(`${key} ${key} AKIAABCDEFGHIJKLMNOP /home/mirabel/x`)
  expect(redaction.counts).toEqual({
    secrets: [
      { kind: 'provider key', count: 1, places: 2 },
      { kind: 'AWS key', count: 1, places: 1 },
    ],
    paths: 1,
    names: 0,
  })
  expect(redaction.text(`KEY_TOKEN=${once}`)).toBe(`KEY_TOKEN=${once}`)
})

/** What may stand around a secret. */
const around = fc.constantFrom(' ', '\n', ': ', ' is ', '"', ', ', '\t(', '> ', '\u001b[32m')
const planted = fc.constantFrom(...plantedSecrets)
const layers = fc.integer({ min: 0, max: 3 })

function wrap(text: string, times: number): string {
  return times === 0 ? text : wrap(JSON.stringify({ a: text }), times - 1)
}

function unwrap(text: string, times: number): string {
  return times === 0 ? text : unwrap(String(JSON.parse(text).a), times - 1)
}

test('a secret of every kind is found, however often what it stands in was written as JSON', () => {
  fc.assert(
    fc.property(planted, around, around, layers, ({ written, secret }, before, after, times) => {
      const redacted = newRedaction().text(wrap(`a${before}${written}${after}b`, times))
      for (const part of secret) expect(unwrap(redacted, times)).not.toContain(part)
    }),
    { numRuns: 500 },
  )
})

test('letters that are written by their numbers hide no secret', () => {
  fc.assert(
    fc.property(planted, ({ written, secret }) => {
      const spelled = [...written].map((sign, index) => (index % 3 ? sign : spell(sign))).join('')
      const redacted = newRedaction().text(`x ${spelled} y`)
      for (const part of secret) expect(JSON.parse(`"${escapeRest(redacted)}"`)).not.toContain(part)
    }),
  )
})

const spell = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
const escapeRest = (text: string) => text.replaceAll('\n', '\\n').replaceAll('"', '\\"')

test('however a text is cut into pieces, no secret comes through, and nothing else is lost', () => {
  const filler = fc.constantFrom('plain words ', 'x'.repeat(40_000), '{"a": "b\\n"} ')
  const texts = fc.array(
    fc.oneof(
      filler,
      planted.map(({ written }) => ` ${written} `),
    ),
    {
      maxLength: 8,
    },
  )
  const steps = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(texts, steps, (parts, lengths) => {
      const whole = parts.join('')
      const pieces = cut(whole, lengths)
      const cuts: Cut[][] = pieces.map(() => [])
      const redaction = newRedaction()
      const scan = redaction.scan((seq, one) => void cuts[seq]?.push(one))
      for (const [seq, piece] of pieces.entries()) scan.add(seq, piece)
      scan.end()
      const shown = pieces.map((piece, seq) => replaceRanges(piece, cuts[seq] ?? [])).join('')
      expect(shown).toBe(newRedaction().text(whole))
      for (const { secret } of plantedSecrets) {
        for (const one of secret) expect(shown).not.toContain(one)
      }
    }),
    { numRuns: 60 },
  )
})

function cut(text: string, lengths: readonly number[]): readonly string[] {
  const pieces: string[] = []
  for (let from = 0, turn = 0; from < text.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1
    pieces.push(text.slice(from, from + length))
    from += length
  }
  return pieces
}

const slowToSearch: Readonly<Record<string, string>> = {
  'the beginning of a name': 'TOKEN_',
  'a name without a value': 'A_TOKEN=',
  'an open quote': 'token: "',
  'the beginning of a key': '-----BEGIN PRIVATE KEY-----',
  'a line with a prefix': '+password\n',
  'a backslash': '\\',
  'the beginning of an address': 'a://b:',
  'a prefix of a token': 'sk-ant-',
  'the beginning of a signed token': 'eyJaaaaaaaa.',
  'a name behind a flag': '--password ',
  'a command with a flag': 'mysql -p',
  'many manifests': `kind: Secret\n${' data:\n   a\n'.repeat(450)}`,
}

test.each(Object.entries(slowToSearch))('searches in linear time: %s', (_, piece) => {
  const single = piece.repeat(Math.max(2, 50_000 / piece.length))
  const double = single + single
  const growth = measureGrowth((size) => newRedaction().text(size === 'single' ? single : double))
  expect(growth).toBeLessThan(3)
})

test('reads the blocks of a manifest in linear time', () => {
  const blocks = ' data:\n   a\n'.repeat(200)
  const single = `kind: Secret\n${blocks}---\n`.repeat(10)
  const double = `kind: Secret\n${blocks}${blocks}---\n`.repeat(10)
  const growth = measureGrowth((size) => newRedaction().text(size === 'single' ? single : double))
  expect(growth).toBeLessThan(3)
})

test('cuts many pieces in linear time', () => {
  const scan = (text: string) => {
    const pieces = newRedaction().scan(() => undefined)
    for (const [seq, piece] of [...text].entries()) pieces.add(seq, piece)
    pieces.end()
  }
  const single = 'token=a1b2c3d4e5f6g7 '.repeat(1_000)
  const double = single + single
  expect(measureGrowth((size) => scan(size === 'single' ? single : double))).toBeLessThan(3)
})
