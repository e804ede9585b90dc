import { expect, test } from 'vitest'
import { McpEntry } from '#shared/mcp/mcp-entry.ts'
import { readMcpDraft, secretsOfDraft, toMcpDraft } from './mcp-draft.ts'

const empty = toMcpDraft()

test('what was written is read as it was meant, and written again the same', () => {
  const entries = [
    { command: 'npx', args: ['-y', 'a server', 'say "hi"', ''], env: { KEY: 'a=b' } },
    { url: 'https://example.com/mcp', headers: { 'X-Key': 'a: b' } },
    { url: 'https://example.com/sse', type: 'sse', timeout: 5000 },
    { type: 'docker', args: ['--servers', 'github'] },
    { type: 'docker', command: 'podman', args: ['--servers', 'github'] },
    { command: 'node', cwd: '/elsewhere', disabled: true },
  ].map((one) => McpEntry.parse(one))
  const read = entries.map((entry) => readMcpDraft(toMcpDraft('one', entry), { known: entry }))
  expect(read).toEqual(entries.map((entry) => ({ name: 'one', entry, secrets: {} })))
})

test('what is wrong is said in a sentence', () => {
  const wrong = [
    { name: '', command: 'x' },
    { name: 'a/b', command: 'x' },
    { name: 'a', command: ' ' },
    { name: 'a', kind: 'address', url: '' },
    { name: 'a', kind: 'address', url: 'ftp://x' },
    { name: 'a', command: 'x', pairs: 'KEY' },
  ] as const
  expect(wrong.map((one) => readMcpDraft({ ...empty, ...one }))).toEqual([
    { error: 'Name it in letters, digits, dashes and dots, 40 at most.' },
    { error: 'Name it in letters, digits, dashes and dots, 40 at most.' },
    { error: 'Name a program to start, or an address.' },
    { error: 'Name a program to start, or an address.' },
    { error: 'Give an http address.' },
    { error: '“KEY” is not understood: write NAME=value.' },
  ])
})

test('secrets that are named are asked for, and no others are kept', () => {
  const draft = {
    ...{ ...empty, name: 'a', command: 'x' },
    pairs: `TOKEN=\${secret:token}\nOTHER=\${secret:other}\nHOME=\${HOME}`,
    secrets: { token: 'abc', other: '', gone: 'x' },
  }
  expect(secretsOfDraft(draft)).toEqual(['token', 'other'])
  expect(readMcpDraft(draft)).toMatchObject({ secrets: { token: 'abc' } })
})

test('quotes hold a word together wherever they stand in it', () => {
  const command = `x --path="/my dir" 'a b'c "say \\"hi\\"" ''`
  expect(readMcpDraft({ ...empty, name: 'a', command })).toMatchObject({
    entry: { command: 'x', args: ['--path=/my dir', 'a bc', 'say "hi"', ''] },
  })
})

test('a new server does not take the place of one there is', () => {
  const draft = { ...empty, name: ' one ', command: 'x' }
  expect(readMcpDraft(draft, { taken: ['one'] })).toEqual({
    error: 'You have a server “one” already: edit that, or name this otherwise.',
  })
})
