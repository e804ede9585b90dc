import { expect, test } from 'vitest'
import { tellWaiting } from './trust-notice.tsx'

test('counts what waits for trust by its kind', () => {
  const server = { kind: 'server' } as const
  const hook = { kind: 'hook' } as const
  expect(
    [
      [server],
      [server, server, hook],
      [server, hook, { kind: 'debugger' as const }, hook],
      [{ kind: 'language-server' as const }],
      [{ kind: 'model' as const }],
    ].map(tellWaiting),
  ).toEqual([
    'This project’s files name 1 MCP server. It is not used before you trust it.',
    'This project’s files name 2 MCP servers and 1 hook. None is used before you trust it.',
    'This project’s files name 1 MCP server, 2 hooks and 1 debugger. None is used before you trust it.',
    'This project’s files name 1 language server. It is not used before you trust it.',
    'This project’s files name 1 model. It is not used before you trust it.',
  ])
})
