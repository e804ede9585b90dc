import { expect, test } from 'vitest'
import { tellWaiting } from './trust-words.ts'

test('what waits for trust is counted by what it is, and is never said to be started', () => {
  const server = { kind: 'server' } as const
  const hook = { kind: 'hook' } as const
  expect(
    [
      [server],
      [server, server, hook],
      [server, hook, { kind: 'debugger' as const }, hook],
      [{ kind: 'language-server' as const }],
    ].map(tellWaiting),
  ).toEqual([
    'This project’s files name 1 MCP server. It is not started before you trust it.',
    'This project’s files name 2 MCP servers and 1 hook. None is started before you trust it.',
    'This project’s files name 1 MCP server, 2 hooks and 1 debugger. None is started before you trust it.',
    'This project’s files name 1 language server. It is not started before you trust it.',
  ])
})
