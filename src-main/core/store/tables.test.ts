import { expect, test } from 'vitest'
import { ProjectId } from '#shared/lib/ids.ts'
import { limitsOf, Settings } from '#shared/settings/settings.ts'
import { openFixture } from '../../../test/support/store-fixture.ts'

test('documents are written, listed by prefix, and removed, each scope for itself', async () => {
  await using fixture = await openFixture()
  const { documents } = fixture.store
  const { projectId } = fixture
  const session = await fixture.newSession()
  await documents.write(projectId, '/docs/a.md', 'old')
  await documents.write(projectId, '/docs/a.md', 'ä')
  await documents.write(projectId, '/other.md', '')
  await documents.write(session, '/docs/a.md', 'scratch')
  expect(documents.read(projectId, '/docs/a.md')).toEqual({ text: 'ä', modifiedAt: 1_000 })
  expect(documents.list(projectId, '/docs/')).toEqual([
    { path: '/docs/a.md', bytes: 2, modifiedAt: 1_000 },
  ])
  await documents.remove(projectId, '/docs/a.md')
  expect(documents.list(projectId).map(({ path }) => path)).toEqual(['/other.md'])
  expect(documents.read(session, '/docs/a.md')?.text).toBe('scratch')
})

test('a path that was opened before keeps its id, also after it was forgotten', async () => {
  await using fixture = await openFixture()
  const { projects } = fixture.store
  const [one, two] = [ProjectId.parse('prj_1'), ProjectId.parse('prj_2')]
  const row = { id: one, name: 'a', path: '/a', openedAt: 1 }
  expect(await projects.open(row)).toBe(one)
  await projects.forget(one)
  expect(projects.list()).toEqual([])
  expect(await projects.open({ ...row, id: two, openedAt: 2 })).toBe(one)
  expect(projects.list()).toEqual([{ ...row, openedAt: 2 }])
  expect(projects.findByPath('/a')).toEqual(projects.find(one))
})

test('settings are what was last chosen; null takes a choice back', async () => {
  await using fixture = await openFixture()
  const { settings } = fixture.store
  expect(settings.read()).toEqual(Settings.parse({}))
  await settings.change({
    model: 'demo:scripted',
    theme: 'dark',
    baseUrls: { compatible: 'http://localhost:1', openai: 'http://localhost:2' },
    debuggers: { lldb: { command: 'lldb-dap', args: [] }, dlv: { command: 'dlv', args: ['dap'] } },
  })
  await settings.change({ model: null, baseUrls: { openai: null }, debuggers: { dlv: null } })
  expect((await fixture.reopen()).settings.read()).toEqual({
    ...Settings.parse({}),
    theme: 'dark',
    baseUrls: { compatible: 'http://localhost:1' },
    debuggers: { lldb: { command: 'lldb-dap', args: [] } },
  })
})

test('two people change limits and budgets at once, and both count', async () => {
  await using fixture = await openFixture()
  const { settings } = fixture.store
  await Promise.all([
    settings.change({ limits: { repeats: 10, minutes: 'none' }, budgets: { month: 20 } }),
    settings.change({ limits: { toolCalls: 5 }, budgets: { run: 1 } }),
    settings.change({ delegation: { maxParallel: 7 } }),
    settings.edit(({ delegation }) => ({ delegation: { ...delegation, isOn: false } })),
  ])
  const { limits, budgets, delegation } = settings.read()
  expect(limits).toEqual({ repeats: 10, minutes: null, toolCalls: 5 })
  expect(budgets).toEqual({ month: 20, run: 1 })
  expect(delegation).toMatchObject({ maxParallel: 7, isOn: false })
  await settings.change({ limits: { minutes: null }, budgets: { run: null } })
  await settings.change({ shortcuts: { palette: 'mod+p', stop: 'none', settings: 'f2' } })
  await settings.change({ shortcuts: { settings: null } })
  expect(settings.read().shortcuts).toEqual({ palette: 'mod+p', stop: null })
  await settings.change({ shortcuts: null })
  expect(settings.read().shortcuts).toEqual({})
  await settings.change({ delegation: { maxParallel: null } })
  expect(settings.read()).toMatchObject({
    limits: { repeats: 10, toolCalls: 5 },
    budgets: { month: 20 },
    delegation: { maxParallel: 4, isOn: false },
  })
})

test('keeps other limits when a stored limit on events is ignored or removed', async () => {
  await using fixture = await openFixture()
  await fixture.store.settings.edit(() => ({ limits: { events: 5000, minutes: 30 } }))
  const { settings } = await fixture.reopen()
  expect(limitsOf(settings.read().limits, {})).toEqual({
    toolCalls: 2000,
    minutes: 30,
    failuresInRow: 5,
    repeats: 5,
  })
  await settings.change({ limits: { toolCalls: 7 } })
  expect(settings.read().limits).toEqual({ events: 5000, minutes: 30, toolCalls: 7 })
  await settings.change({ limits: { events: 10 } })
  expect(settings.read().limits).toEqual({ minutes: 30, toolCalls: 7 })
})
