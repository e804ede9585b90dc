import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { openRunFixture, type RunFixture } from '../../../../test/support/run-fixture.ts'

const scripted = resolve(
  import.meta.dirname,
  '../../../../test/support/scripted-language-server.ts',
)

/** A run that calls one tool, and says what came of it. */
async function runOf(name: string, args: Record<string, unknown>, files: Record<string, string>) {
  await using fixture = await openRunFixture({
    files,
    script: ({ messages }) =>
      messages.some(({ role }) => role === 'tool')
        ? { text: 'Done.' }
        : { calls: [{ name, args }] },
  })
  const x = { command: [process.execPath, scripted, 'dies'], endings: ['.x'] }
  await fixture.store.settings.change({ languageServers: { x } })
  const { outcome } = await fixture.prompt('Look at it.')
  return [outcome, ...endings(fixture)]
}

function endings(fixture: RunFixture): readonly unknown[] {
  return fixture.of('tool.ended').flatMap(({ data }) => [data.outcome, data.error ?? data.display])
}

test('a language server that dies costs its call only, and the run goes on', async () => {
  const path = '/workspace/a.x'
  expect(await runOf('get_diagnostics', { path }, { 'a.x': 'one' })).toEqual([
    'ok',
    'error',
    'The x server ended (exit code 3).',
  ])
})

test('symbols and the architecture are told within a run', async () => {
  const files = { 'a.ts': 'export function one() {}\n' }
  expect(await runOf('search_symbols', { query: 'one' }, files)).toEqual([
    'ok',
    'ok',
    { type: 'list', items: 1 },
  ])
  expect(await runOf('get_architecture_knowledge', {}, files)).toEqual([
    'ok',
    'ok',
    { type: 'text', lines: expect.any(Number) },
  ])
})
