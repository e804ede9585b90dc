import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ContextPreview } from '#shared/contract/procedures/context.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { joinStates } from '#shared/wire/state-chunks.ts'
import { type HostFixture, openHostFixture } from '../../../test/support/host-fixture.ts'
import { calls, scriptAgents, task } from '../../../test/support/scripted-agents.ts'

const skill = (name: string) => `---\nname: ${name}\ndescription: Does ${name}.\n---\nBody.`

const files = {
  'project/AGENTS.md': 'Use tabs.',
  'project/CLAUDE.md': 'Use tabs.',
  'project/.orrery/rules/bad.md': '---\nglobs: {\n---\nNever told.',
  'project/.orrery/rules/long.md': 'y'.repeat(9_000),
  'project/.claude/skills/release/SKILL.md': skill('release'),
  'project/.claude/skills/odd/SKILL.md': 'Nothing.',
  'project/.claude/agents/scout.md':
    '---\nname: scout\ndescription: scouts\ntools: Read, Bash\nskills: notes, gone\n---\nScout.',
  'home/.claude/skills/notes/SKILL.md': skill('notes'),
  'home/.orrery/AGENTS.md': 'The key is sk-4711-geheim.',
}

function textOf({ parts }: ContextPreview): string {
  return parts
    .map(({ text }) => text)
    .filter(Boolean)
    .join('\n\n')
}

async function run({ client }: HostFixture, sessionId: SessionId, text: string): Promise<void> {
  await client['sessions.send']({ sessionId, text })
  const outcome = async () =>
    (await joinStates(client['sessions.open']({ sessionId }))).states.status.lastOutcome
  await expect.poll(outcome).toBe('ok')
}

test('what is shown of the next prompt is what the model is told, of the lead and of subagents', async () => {
  const script = scriptAgents({
    Go: [calls(task('First.'), task('Second.', 'scout')), calls(task('Third.', 'explore'))],
  })
  const env = { OPENAI_API_KEY: 'sk-4711-geheim' }
  await using fixture = await openHostFixture({ script, files, env })
  const { client, server } = fixture
  const projectId = await fixture.open()
  const sessionId = await fixture.createSession(projectId)
  await client['memories.write']({ projectId, name: 'build.md', text: 'Run make.', base: null })
  const lead = await client['context.preview']({ sessionId })
  const shown = {
    'Go.': lead,
    'First.': await client['context.preview']({ projectId, agent: 'general-purpose' }),
    'Second.': await client['context.preview']({ sessionId, agent: 'scout' }),
    'Third.': await client['context.preview']({ projectId, agent: 'explore' }),
  }
  await run(fixture, sessionId, 'Go.')
  for (const [words, preview] of Object.entries(shown)) {
    const asked = server.requests.find(({ messages }) => messages[0]?.text === words)
    expect([words, asked?.system]).toEqual([words, textOf(preview)])
  }
  expect(textOf(lead)).toContain('The key is [key].')
  expect(textOf(lead)).toContain('<memory path="/memories/build.md">\nRun make.\n</memory>')
  const about = lead.parts.filter(({ notes, error }) => notes.length > 0 || error !== undefined)
  expect(about.map(({ kind, title, notes, error }) => [kind, title, error ?? notes[0]])).toEqual([
    ['instructions', 'CLAUDE.md', 'It says the same as AGENTS.md.'],
    ['rule', '.orrery/rules/bad.md', expect.stringContaining('not valid YAML')],
    ['rule', '.orrery/rules/long.md', 'It is cut: agents are told 8,000 of its 9,000 characters.'],
    ['skills', '2 skills', expect.stringContaining('odd/SKILL.md is no skill: It does not begin')],
  ])
  expect(lead.tokens).toBe(lead.parts.reduce((sum, { tokens }) => sum + tokens, 0))
  const after = await client['context.preview']({ sessionId })
  const besides = after.parts.filter(({ kind }) => kind === 'tools' || kind === 'conversation')
  expect(besides).toMatchObject([
    { kind: 'tools', notes: [expect.stringContaining('read_file')] },
    { kind: 'conversation', title: '7 messages so far' },
  ])
  expect(Math.min(...besides.map(({ tokens }) => tokens))).toBeGreaterThan(0)
}, 60_000)

test('a project’s next prompt, as the command line asks for it, is that of a new session in the window', async () => {
  await using fixture = await openHostFixture({ files })
  const { client } = fixture
  const projectId = await fixture.open()
  const sessionId = await fixture.createSession(projectId)
  const compare = async () => {
    const ofWindow = await client['context.preview']({
      sessionId: await fixture.createSession(projectId),
    })
    expect(await client['context.preview']({ projectId })).toEqual(ofWindow)
    return ofWindow.parts.filter(({ kind }) => kind === 'tools')
  }
  expect(await compare()).toEqual([])
  await run(fixture, sessionId, 'Go.')
  const { parts } = await client['context.preview']({ sessionId })
  const offered = parts.filter(({ kind }) => kind === 'tools')
  expect(await compare()).toEqual(
    offered.map((part) => ({ ...part, title: `${part.title}, as offered last in this project` })),
  )
  expect(offered).toHaveLength(1)
}, 60_000)

test('what is added for some models is shown as well', async () => {
  const env = { ANTHROPIC_API_KEY: 'sk-4711-geheim' }
  await using fixture = await openHostFixture({ env, files })
  const { client, server } = fixture
  const projectId = await fixture.open()
  const model = { model: 'anthropic:claude-opus-4-7', baseUrl: server.origin }
  const { sessionId } = await client['sessions.create']({ projectId, ...model })
  const preview = await client['context.preview']({ sessionId })
  expect(preview.parts.at(-1)).toMatchObject({ kind: 'model' })
  await run(fixture, sessionId, 'Go.')
  expect(server.requests[0]?.system).toBe(textOf(preview))
}, 60_000)

test('a subagent type that is off, or is none, is named', async () => {
  await using fixture = await openHostFixture({ files })
  const { client } = fixture
  const projectId = await fixture.open()
  await client['agents.switch']({ projectId, name: 'scout', isOn: false })
  const asked = client['context.preview']({ projectId, agent: 'scout' })
  await expect(asked).rejects.toMatchObject({ code: 'not-found' })
})

test('skills are listed with what is wrong with them, and switched by project', async () => {
  await using fixture = await openHostFixture({ files })
  const { client, folder } = fixture
  const projectId = await fixture.open()
  const { skills, malformed } = await client['skills.list']({ projectId })
  expect(skills.map(({ name, source, isOn }) => [name, source, isOn])).toEqual([
    ['notes', 'home', true],
    ['release', 'project', true],
  ])
  expect(malformed).toEqual([
    {
      source: 'project',
      path: join(folder, 'project/.claude/skills/odd/SKILL.md'),
      error: expect.stringContaining('front matter'),
    },
  ])
  await client['skills.switch']({ projectId, name: 'notes', isOn: false })
  const told = textOf(await client['context.preview']({ projectId }))
  expect([told.includes('`release`'), told.includes('`notes`')]).toEqual([true, false])
  const { definitions } = await client['agents.list']({ projectId })
  expect(definitions.find(({ name }) => name === 'scout')?.problems).toEqual([
    'The skill "notes" is switched off in this project.',
    'There is no skill "gone".',
  ])
  const other = await fixture.open('other')
  expect((await client['skills.list']({ projectId: other })).skills).toMatchObject([{ isOn: true }])
  rmSync(join(folder, 'home/.claude/skills/notes'), { recursive: true })
  await client['skills.switch']({ projectId, name: 'notes', isOn: true })
  const again = client['skills.switch']({ projectId, name: 'notes', isOn: true })
  await expect(again).rejects.toMatchObject({ code: 'not-found' })
})

test('a person’s change of a memory is recorded as theirs, and not made over another’s', async () => {
  await using fixture = await openHostFixture()
  const { client } = fixture
  const projectId = await fixture.open()
  const { hash } = await client['memories.write']({
    projectId,
    name: 'a.md',
    text: 'One.',
    base: null,
  })
  const sessionId = await fixture.createSession(projectId)
  await client['memories.write']({ projectId, name: 'a.md', text: 'Two.', base: hash })
  const stale = client['memories.write']({ projectId, name: 'a.md', text: 'Three.', base: hash })
  await expect(stale).rejects.toMatchObject({ code: 'conflict' })
  expect((await client['memories.read']({ projectId, name: 'a.md' })).text).toBe('Two.')
  expect(await client['memories.list']({ projectId })).toMatchObject([{ name: 'a.md', bytes: 4 }])
  await client['memories.remove']({ projectId, name: 'a.md' })
  expect(await client['memories.list']({ projectId })).toEqual([])
  const { states } = await joinStates(client['sessions.open']({ sessionId }))
  expect(states.files.touched['/memories/a.md']).toMatchObject({
    after: null,
    by: [{ type: 'person' }],
  })
  for (const name of ['../docs/x.md', '.', 'none.md']) {
    await expect(client['memories.remove']({ projectId, name })).rejects.toThrow()
  }
})

test('an edit is shown at once', async () => {
  await using fixture = await openHostFixture({ files })
  const projectId = await fixture.open()
  writeFileSync(join(fixture.folder, 'project/AGENTS.md'), 'Use spaces.')
  const preview = await fixture.client['context.preview']({ projectId })
  expect(textOf(preview)).toContain('Use spaces.')
})
