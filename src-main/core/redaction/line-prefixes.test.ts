import { expect, test } from 'vitest'
import { Redaction } from './redaction.ts'

const prefixes: Readonly<Record<string, (nth: number) => string>> = {
  'cat -n': (nth) => `${String(nth).padStart(6)}\t`,
  'an editor': (nth) => `${nth}→`,
  'a padded editor': (nth) => `${String(nth).padStart(6)}→`,
  'a listing': (nth) => `${String(nth).padStart(4)} | `,
  'an added line': () => '+',
  'a removed line': () => '-',
  'grep -n': (nth) => `deploy/config.yml:${nth}:`,
  'grep -n with context': (nth) => `deploy/config.yml-${nth}-`,
  'grep -n for one file': (nth) => `${nth}:`,
  'grep -n for one file with context': (nth) => `${nth}-`,
  grep: () => 'deploy/config.yml:',
  'a quote': () => '> ',
  'a quote in a quote': () => '> > ',
  'a log of containers': () => 'web-1  | ',
}

const key = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7\n'.repeat(6)

const secrets: readonly (readonly [written: string, ...gone: readonly string[]])[] = [
  ['db:\n  password: P@ss,word1!\n  port: 1', 'P@ss', 'word1!'],
  ['password: letmein', 'letmein'],
  ['[db]\napi_key = abcd1234efgh5678', 'abcd1234'],
  [
    `metadata:\n  name: a\n${'  # b\n'.repeat(6)}kind: Secret\ndata:\n  foo: aGVsbG8h\n`,
    'aGVsbG8h',
  ],
  [
    `-----BEGIN ${'RSA PRIVATE'} KEY-----\n${key}q+/=\n-----END ${'RSA PRIVATE'} KEY-----`,
    'MIIEvQIBADAN',
    'q+/=',
  ],
]

test.each(Object.entries(prefixes))('finds secrets behind the prefix of %s', (_, toPrefix) => {
  for (const [written, ...gone] of secrets) {
    const lines = written.split('\n').map((line, index) => `${toPrefix(index + 1)}${line}`)
    const prefixed = `Output:\n${lines.join('\n')}\n\nEnd`
    const redacted = new Redaction([]).text(prefixed)
    for (const part of gone) expect(redacted).not.toContain(part)
    expect(redacted).toContain('Output:\n')
    expect(redacted).toContain('\n\nEnd')
    const inJson = new Redaction([]).text(JSON.stringify({ output: prefixed }))
    for (const part of gone) expect(JSON.parse(inJson).output).not.toContain(part)
  }
})

test('finds the manifest of a secret in a diff with context', () => {
  const diff =
    '@@ -1,3 +1,4 @@\n kind: Secret\n stringData:\n   a: b\n-  foo: old-one\n+  foo: new-one\n'
  const redacted = new Redaction([]).text(diff)
  expect(redacted).not.toMatch(/old-one|new-one/)
})

test('finds a private key whose lines are strings of a program', () => {
  const lines = [`-----BEGIN ${'RSA PRIVATE'} KEY-----`, ...key.trim().split('\n'), 'q+/=']
  const strings = [...lines, `-----END ${'RSA PRIVATE'} KEY-----`].map((line) => `'${line}\\n'`)
  for (const joiner of [' +\n  ', ',\n  ']) {
    const redacted = new Redaction([]).text(`const pem = ${strings.join(joiner)}`)
    expect(redacted).not.toMatch(/MIIEv|q\+\/=/)
    expect(redacted).toContain('const pem = ')
  }
})
