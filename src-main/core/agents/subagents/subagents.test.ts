import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { ModelRequest, Reply } from '../../../../test/support/model-server.ts'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture, type RunFixture } from '../../../../test/support/run-fixture.ts'
import { getSession } from '../../sessions/session-rows.ts'
import { type Switch, turn } from './agent-switches.ts'

function task(type: string, description = `as ${type}`) {
  return { name: 'task', args: { description, subagent_type: type } }
}

function stepOf({ messages }: ModelRequest): number {
  return messages.filter(({ role }) => role === 'assistant').length
}

function isLead({ messages }: ModelRequest): boolean {
  return messages[0]?.text === 'go'
}

function answersIn({ messages }: ModelRequest): readonly string[] {
  return messages.filter(({ role }) => role === 'tool').map(({ text }) => text)
}

function definitionOf(name: string, fields: string, prompt = `You are the ${name}.`): string {
  return `---\nname: ${name}\ndescription: ${name}s things\n${fields}\n---\n${prompt}\n`
}

function writeHome({ dataDir }: RunFixture, path: string, text: string): void {
  const file = join(dataDir, 'home', path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

async function flip({ store, sessionId }: RunFixture, which: Omit<Switch, 'projectId'>) {
  const { projectId } = getSession(store, sessionId)
  await store.settings.edit(({ delegation }) => ({
    delegation: turn(delegation, { ...which, projectId }),
  }))
}

test('a project’s own definition is used, with its prompt, its tools and its model', async () => {
  const script = (request: ModelRequest): Reply => {
    if (isLead(request)) {
      return stepOf(request) === 0 ? { calls: [task('scout')] } : { text: 'Done.' }
    }
    if (stepOf(request) > 0) return { text: 'Nothing was written.' }
    const write = { file_path: '/workspace/b.txt', content: 'b' }
    return { calls: [{ name: 'write_file', args: write }] }
  }
  const fields = 'tools: Read, Grep\nmodel: compatible:other'
  const files = { '.claude/agents/scout.md': definitionOf('scout', fields, 'You are the scout.') }
  await using fixture = await openRunFixture({ script, files })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  const [first, scout] = fixture.server.requests
  expect(first?.system).toContain('- `scout` (the project’s own): scouts things')
  expect(scout).toMatchObject({ model: 'other', system: 'You are the scout.' })
  expect(scout?.tools.toSorted()).toEqual(['grep', 'read_file'])
  expect(fixture.of('tool.ended').map(({ data }) => data.outcome)).toEqual(['denied', 'ok'])
  expect(fixture.of('agent.started').map(({ data }) => [data.type, data.model.model])).toEqual([
    ['lead', 'scripted'],
    ['scout', 'other'],
  ])
  expect(fixture.of('model.started').map(({ data }) => data.model)).toEqual([
    ...['scripted', 'other', 'other', 'scripted'],
  ])
  expectWhole(fixture)
})

test('a tool for one folder writes there, and nowhere else by a link in it', async () => {
  const paths = [
    '/docs/a.md',
    '/workspace/notes/a.md',
    '/workspace/notes/link/a.md',
    '/workspace/a.md',
  ]
  const script = (request: ModelRequest): Reply => {
    if (isLead(request)) {
      return stepOf(request) === 0 ? { calls: [task('a'), task('b')] } : { text: 'Done.' }
    }
    if (stepOf(request) > 0) return { text: 'Done.' }
    const write = (file_path: string) => ({ name: 'write_file', args: { file_path, content: 'x' } })
    return { calls: paths.map(write) }
  }
  const files = {
    '.claude/agents/a.md': definitionOf('a', 'tools: Write(/docs/)'),
    '.claude/agents/b.md': definitionOf('b', 'tools: Write(/workspace/notes/)'),
    'notes/b.md': 'b',
    'src/b.md': 'b',
  }
  await using fixture = await openRunFixture({ script, files })
  symlinkSync('../src', join(fixture.root, 'notes/link'))
  await fixture.prompt('go')
  const written = fixture.of('file.changed').map(({ data }) => data.path)
  expect(written.toSorted()).toEqual(['/docs/a.md', '/workspace/notes/a.md'])
  const outcomes = fixture.of('tool.ended').map(({ data }) => data.outcome)
  expect(outcomes.filter((one) => one === 'denied')).toHaveLength(6)
})

test('a tool for one folder reads there, and nowhere else by a link in it', async () => {
  const paths = ['/workspace/notes/a.md', '/workspace/notes/link/b.md', '/workspace/src/b.md']
  const script = (request: ModelRequest): Reply => {
    if (isLead(request)) return stepOf(request) === 0 ? { calls: [task('a')] } : { text: 'Done.' }
    if (stepOf(request) > 0) return { text: 'Done.' }
    const list = { name: 'ls', args: { path: '/workspace/notes/' } }
    return {
      calls: [list, ...paths.map((path) => ({ name: 'read_file', args: { file_path: path } }))],
    }
  }
  const tools = 'tools: Read(/workspace/notes/), LS(/workspace/notes/)'
  const files = {
    '.claude/agents/a.md': definitionOf('a', tools),
    'notes/a.md': 'a',
    'src/b.md': 'b',
  }
  await using fixture = await openRunFixture({ script, files })
  symlinkSync('../src', join(fixture.root, 'notes/link'))
  await fixture.prompt('go')
  const ended = new Map(fixture.of('tool.ended').map(({ spanId, data }) => [spanId, data.outcome]))
  const started = fixture.of('tool.started').filter(({ data }) => data.effect === 'read')
  const outcomes = started.map(({ spanId, data }) => [data.title, ended.get(spanId)])
  expect(outcomes.filter(([title]) => /^(?:List|Read)/.test(title ?? '')).toSorted()).toEqual([
    ['List notes/', 'ok'],
    ['Read notes/a.md', 'ok'],
    ['Read notes/link/b.md', 'denied'],
    ['Read src/b.md', 'denied'],
  ])
})

test('a type that is switched off is not told of, and refused with a sentence', async () => {
  const script = (request: ModelRequest): Reply =>
    isLead(request) && stepOf(request) % 2 === 0
      ? { calls: [task('reviewer'), task('general-purpose')] }
      : { text: 'Done.' }
  await using fixture = await openRunFixture({ script })
  await flip(fixture, { name: 'reviewer', isOn: false })
  await flip(fixture, { name: 'general-purpose', isOn: false })
  await fixture.prompt('go')
  const [first, last] = fixture.server.requests
  expect(fixture.server.requests).toHaveLength(2)
  expect(first?.system).not.toContain('`reviewer`')
  expect(first?.system).toContain('`architect`')
  expect(JSON.stringify(first?.body)).not.toContain('general-purpose')
  const answers = last ? answersIn(last) : []
  expect(answers[0]).toContain('"reviewer" is switched off in this project. There are: architect,')
  expect(answers[1]).toContain('"general-purpose" is switched off')
  expect(fixture.of('tool.ended').map(({ data }) => data.outcome)).toEqual(['denied', 'denied'])
  await flip(fixture, { name: 'reviewer', isOn: true })
  await fixture.prompt('go')
  expect(fixture.of('agent.started').map(({ data }) => data.type)).toContain('reviewer')
  expectWhole(fixture)
})

test('with delegation off there is no task tool, and no word of it', async () => {
  const script = (request: ModelRequest): Reply =>
    stepOf(request) === 0 ? { calls: [task('explore')] } : { text: 'Done.' }
  await using fixture = await openRunFixture({ script })
  await flip(fixture, { isOn: false })
  await fixture.prompt('go')
  const [first, last] = fixture.server.requests
  expect(first?.tools).not.toContain('task')
  expect(first?.system).not.toContain('subagent')
  expect(last && answersIn(last)).toEqual([
    'Delegation is switched off in this project. Do the work yourself.',
  ])
  expectWhole(fixture)
})

test('a subagent out of turns is asked for its report, and ends with it whatever it answers', async () => {
  const script = (request: ModelRequest): Reply => {
    if (isLead(request)) {
      return stepOf(request) === 0 ? { calls: [task('looper')] } : { text: 'Done.' }
    }
    const text = `Report ${stepOf(request)}`
    return { text, calls: [{ name: 'ls', args: { path: '/workspace' } }] }
  }
  const files = { '.orrery/agents/looper.md': definitionOf('looper', 'maxTurns: 3') }
  await using fixture = await openRunFixture({ script, files })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  const looped = fixture.server.requests.filter((request) => !isLead(request))
  expect(looped.map(({ messages }) => messages.at(-1)?.text.includes('your last turn'))).toEqual([
    ...[false, false, true],
  ])
  const last = fixture.server.requests.at(-1)
  expect(last && answersIn(last)).toEqual(['Report 2'])
  expect(fixture.of('agent.ended').map(({ data }) => data.report)).toEqual(['Report 2', undefined])
  const ran = fixture.of('tool.started').filter(({ data }) => data.name === 'ls')
  expect(ran).toHaveLength(2)
  expectWhole(fixture)
})

test('what a person’s own definition may delegate to does not delegate further', async () => {
  const script = (request: ModelRequest): Reply => {
    const [first] = request.messages
    const calls: Readonly<Record<string, string[]>> = {
      go: ['boss'],
      'as boss': ['explore', 'boss'],
    }
    const types = stepOf(request) === 0 ? (calls[first?.text ?? ''] ?? []) : []
    return types.length > 0 ? { calls: types.map((type) => task(type)) } : { text: 'Done.' }
  }
  await using fixture = await openRunFixture({ script })
  writeHome(fixture, '.claude/agents/boss.md', definitionOf('boss', 'tools: Read, Task'))
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  const boss = fixture.server.requests.find(({ messages }) => messages[0]?.text === 'as boss')
  expect(boss?.tools.toSorted()).toEqual(['read_file', 'task'])
  expect(boss?.system).toContain('- `explore`:')
  expect(boss?.system).not.toContain('- `boss`:')
  const { laneOrder, lanes } = fixture.states().timeline
  const told = laneOrder.map((id) => [lanes[id]?.type, lanes[id]?.outcome])
  expect(told.slice(0, 3)).toEqual([
    ['lead', 'ok'],
    ['boss', 'ok'],
    ['explore', 'ok'],
  ])
  expectWhole(fixture)
})

test('a type whose model can’t be had harms no run, and is refused with the reason', async () => {
  const script = (request: ModelRequest): Reply =>
    stepOf(request) === 0 ? { calls: [task('odd')] } : { text: 'Done.' }
  const files = {
    '.orrery/agents/odd.md': definitionOf('odd', 'model: demo:none'),
    '.orrery/agents/broken.md': 'no definition',
  }
  await using fixture = await openRunFixture({ script, files })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  const last = fixture.server.requests.at(-1)
  expect(last && answersIn(last)[0]).toContain(
    'The model of "odd" can\'t be had. There is no model',
  )
})

// The kind of CVE-2026-21852: a project's file decides who is sent the code.
test('a type that came with the project has no model of another provider', async () => {
  const script = (request: ModelRequest): Reply =>
    stepOf(request) === 0 ? { calls: [task('far')] } : { text: 'Done.' }
  const files = { '.orrery/agents/far.md': definitionOf('far', 'model: demo:scripted') }
  await using fixture = await openRunFixture({ script, files })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  const last = fixture.server.requests.at(-1)
  expect(last && answersIn(last)[0]).toContain('belongs to another provider than this session')
})

test('sizes are of the session’s own provider, told by price', async () => {
  const script = (request: ModelRequest): Reply => {
    if (!isLead(request) || stepOf(request) > 0) return { text: 'Done.' }
    return { calls: ['small', 'large', 'same'].map((type) => task(type)) }
  }
  const files = {
    '.claude/agents/small.md': definitionOf('small', 'model: haiku'),
    '.claude/agents/large.md': definitionOf('large', 'model: opus'),
    '.claude/agents/same.md': definitionOf('same', 'model: inherit'),
  }
  await using fixture = await openRunFixture({ script, files, model: 'anthropic:claude-sonnet-5' })
  await fixture.prompt('go')
  const started = fixture.of('agent.started').map(({ data }) => `${data.type} ${data.model.model}`)
  expect(started.toSorted()).toEqual([
    'large claude-opus-5',
    'lead claude-sonnet-5',
    'same claude-sonnet-5',
    'small claude-haiku-4-5',
  ])
  expect(new Set(fixture.server.requests.map(({ model }) => model)).size).toBe(3)
})

test('a definition that is edited or gone counts so from the next run on', async () => {
  const script = (request: ModelRequest): Reply =>
    isLead(request) && stepOf(request) % 2 === 0 ? { calls: [task('mine')] } : { text: 'Done.' }
  const path = '.orrery/agents/mine.md'
  const files = { [path]: definitionOf('mine', '', 'First.') }
  await using fixture = await openRunFixture({ script, files })
  await fixture.prompt('go')
  writeFileSync(join(fixture.root, path), definitionOf('mine', '', 'Second.'))
  await fixture.prompt('go on')
  rmSync(join(fixture.root, path))
  await fixture.prompt('and on')
  const prompts = fixture.server.requests.filter((one) => !isLead(one)).map(({ system }) => system)
  expect(prompts.map((prompt) => prompt.split('\n', 1)[0])).toEqual(['First.', 'Second.'])
  const last = fixture.server.requests.at(-1)
  expect(last && answersIn(last).at(-1)).toContain('There is no subagent type "mine".')
})

test('a playbook is told to the lead, and the log keeps what was typed', async () => {
  await using fixture = await openRunFixture()
  await fixture.prompt('/complex-bug it crashes')
  await fixture.prompt('/unknown thing')
  const [first, second] = fixture.server.requests
  expect(first?.messages.at(-1)?.text).toMatch(/^it crashes\n\n.*"Complex bug"/)
  expect(second?.messages.at(-1)?.text).toBe('/unknown thing')
  expect(fixture.of('input.received').map(({ data }) => data.text)).toEqual([
    '/complex-bug it crashes',
    '/unknown thing',
  ])
  expect(fixture.states().status.title).toBe('/complex-bug it crashes')
})
