import { expect, test } from 'vitest'
import { createToolBench } from '../../../../../test/support/tool-bench.ts'
import { toolFor } from '../../catalogue/index.ts'
import type { Args } from '../../definition/define-tool.ts'
import { findRunner } from '../index.ts'

test('tasks are listed, looked at, added, changed and removed', async () => {
  await using place = await createToolBench()
  const tasks = async (args: Args) => (await place.call('manage_tasks', args)).text
  expect(await tasks({ action: 'list' })).toBe('The project has no tasks.')
  await tasks({ action: 'create', title: 'Mend it', priority: 'high', files: ['/workspace/a.ts'] })
  await tasks({ action: 'create', title: 'Ship it', depends_on: '[1]', who: 'Ada' })
  expect(await tasks({ action: 'list' })).toBe(
    '#1 [open, high] Mend it v1\n#2 [open] Ship it (Ada) waits for #1 v1',
  )
  expect(await tasks({ action: 'update', id: 1, version: 1, status: 'done' })).toBe(
    'Changed task #1, version 2: Mend it\nStatus done, priority high\nFiles: /workspace/a.ts',
  )
  expect(await tasks({ action: 'list', status: 'open' })).toBe('#2 [open] Ship it (Ada) v1')
  expect(await tasks({ action: 'remove', id: 2, version: 1 })).toBe('Removed task #2.')
  await expect(tasks({ action: 'get', id: 2 })).rejects.toThrow('There is no task #2.')
  await expect(tasks({ action: 'update', id: 1, title: 'x' })).rejects.toThrow('`version`')
  await expect(tasks({ action: 'create' })).rejects.toThrow('needs a `title`')
  const { runId, spanId, agentId } = place.bench.call
  const said = place.bench.events().findLast(({ kind }) => kind === 'task.changed')
  expect(said).toMatchObject({ runId, spanId, agentId, data: { by: 'call', removed: [2] } })
})

test('a memory is written, found, corrected and removed, in the log like any file', async () => {
  await using place = await createToolBench()
  const memory = async (args: Args) => (await place.call('manage_core_memory', args)).text
  expect(await memory({ action: 'list' })).toBe('There are no memories yet.')
  await memory({ action: 'append', label: 'build', content: 'npm test runs all.' })
  await memory({ action: 'append', label: 'build', content: 'It takes a minute.' })
  expect(await memory({ action: 'read', label: 'build' })).toBe(
    'npm test runs all.\nIt takes a minute.\n',
  )
  await memory({ action: 'replace', label: 'build', old_text: 'a minute', content: 'two' })
  expect(await memory({ action: 'read', label: 'build.md' })).toContain('It takes two.')
  expect(await memory({ action: 'list' })).toMatch(/^build\.md: \d+ bytes$/)
  expect(place.written.map(({ path }) => path)).toEqual([
    '/memories/build.md',
    '/memories/build.md',
    '/memories/build.md',
  ])
  expect(place.bench.events().at(-1)).toMatchObject({
    kind: 'file.changed',
    data: { path: '/memories/build.md', by: { type: 'call' } },
  })
  const wrong = { action: 'replace', label: 'build', old_text: 'nowhere', content: 'x' }
  await expect(memory(wrong)).rejects.toThrow('is not in it')
  await memory({ action: 'remove', label: 'build' })
  await expect(memory({ action: 'read', label: 'build' })).rejects.toThrow('There is no')
  await expect(memory({ action: 'read', label: '../x' })).rejects.toThrow('a short name')
})

test('memories have no more than later sessions are told of', async () => {
  await using place = await createToolBench()
  const append = (label: string, chars: number) =>
    place.call('manage_core_memory', { action: 'append', label, content: 'x'.repeat(chars) })
  await append('a', 7_000)
  await expect(append('a', 2_000)).rejects.toThrow('a block has at most 8000')
  for (const label of ['b', 'c', 'd', 'e']) await append(label, 6_000)
  await expect(append('f', 4_000)).rejects.toThrow('at most 32000 are told')
})

test('what would be changed is shown before, and reading changes nothing', () => {
  const runner = findRunner('manage_core_memory')
  const args = { action: 'replace', label: 'build', old_text: 'a', content: 'b' }
  expect(runner?.target?.(args)).toBe('/memories/build.md')
  expect(runner?.preview?.(args, 'x a y')).toBe('x b y')
  expect(runner?.preview?.(args, 'a a')).toBeUndefined()
  const effects = ['list', 'read', 'append', 'remove', 7].map(
    (action) => toolFor('manage_core_memory', { action }).effect,
  )
  expect(effects).toEqual(['read', 'read', 'edit', 'edit', 'read'])
  expect(toolFor('manage_tasks', { action: 'get' }).effect).toBe('read')
})
