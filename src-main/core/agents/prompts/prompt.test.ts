import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { ModelRequest } from '../../../../test/support/model-server.ts'
import { openRunFixture, type RunFixture } from '../../../../test/support/run-fixture.ts'
import {
  calls,
  inBackground,
  scriptAgents,
  task,
  team,
} from '../../../../test/support/scripted-agents.ts'

function writeHome({ dataDir }: RunFixture, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(dataDir, 'home', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

/** The system prompts of those asked first by each agent, by the words of their task. */
function toldTo({ server }: RunFixture, words: string): string {
  const asked = server.requests.find(({ messages }) => messages[0]?.text.includes(words))
  return asked?.system ?? ''
}

function indexesOf(text: string, ...parts: readonly string[]): readonly number[] {
  return parts.map((part) => text.indexOf(part))
}

test('instructions of home and project are told in order, each with where it is from, once', async () => {
  const files = {
    'AGENTS.md': '\uFEFFUse tabs.\r\nAlways.',
    'CLAUDE.md': 'Use tabs.\nAlways.\n',
    '.claude/CLAUDE.md': 'See @docs/style.md and mail a@b.md.',
    'CLAUDE.local.md': 'Cost $& $$ no more.',
    '.orrery/rules/b.md': '---\nglobs: "src/**/*.{ts,tsx}, *.css"\n---\nNo default exports.',
    '.orrery/rules/a.md': 'Write tests.',
  }
  await using fixture = await openRunFixture({ files })
  writeHome(fixture, { 'AGENTS.md': 'Say "you".', '.claude/CLAUDE.md': 'Be brief.' })
  await fixture.prompt('Go.')
  const told = toldTo(fixture, 'Go.')
  const places = indexesOf(
    told,
    '<instructions from="~/AGENTS.md">\nSay "you".\n</instructions>',
    '<instructions from="~/.claude/CLAUDE.md">\nBe brief.',
    '<instructions from="/workspace/AGENTS.md">\nUse tabs.\nAlways.\n</instructions>',
    '<instructions from="/workspace/.claude/CLAUDE.md">\nSee @docs/style.md',
    '<instructions from="/workspace/CLAUDE.local.md">\nCost $& $$ no more.',
    '<rule from="/workspace/.orrery/rules/a.md">\nWrite tests.\n</rule>',
    '<rule from="/workspace/.orrery/rules/b.md" for="src/**/*.{ts,tsx}, *.css">\nNo default',
  )
  expect(places.toSorted((a, b) => a - b)).toEqual(places)
  expect(places[0]).toBeGreaterThan(0)
  expect(told.split('Use tabs.')).toHaveLength(2)
})

test('files that instructions import are told behind them, up to five deep', async () => {
  const files = {
    'CLAUDE.md': [
      'See @docs/style.md, @package.json and (@./docs/style.md).',
      'Not `@docs/hidden.md`, mail@docs/hidden.md, @types/node or @../outside.md.',
      '```',
      '@docs/hidden.md',
      '```',
      '@docs/missing.md @/etc/hosts.md @~/secret.md @docs/1.md',
    ].join('\n'),
    'docs/style.md': 'Use tabs. See @../CLAUDE.md and @naming.txt.',
    'docs/naming.txt': 'Whole words.',
    'docs/hidden.md': 'Never told.',
    'package.json': '{ "name": "sample" }',
    ...Object.fromEntries(
      [1, 2, 3, 4, 5, 6].map((depth) => [`docs/${depth}.md`, `Depth ${depth}. @${depth + 1}.md`]),
    ),
  }
  await using fixture = await openRunFixture({ files })
  writeFileSync(join(fixture.root, '../outside.md'), 'Outside.')
  writeHome(fixture, { '.claude/CLAUDE.md': 'Be brief. @tone.md', '.claude/tone.md': 'Be kind.' })
  writeHome(fixture, { 'secret.md': 'A secret.' })
  await fixture.prompt('Go.')
  const told = toldTo(fixture, 'Go.')
  const from = (path: string, by: string) =>
    `<instructions from="/workspace/${path}" imported-by="/workspace/${by}">\n`
  const places = indexesOf(
    told,
    '<instructions from="~/.claude/tone.md" imported-by="~/.claude/CLAUDE.md">\nBe kind.',
    '<instructions from="/workspace/CLAUDE.md">\n',
    `${from('docs/style.md', 'CLAUDE.md')}Use tabs.`,
    `${from('docs/naming.txt', 'docs/style.md')}Whole words.`,
    `${from('package.json', 'CLAUDE.md')}{ "name"`,
    `${from('docs/1.md', 'CLAUDE.md')}Depth 1.`,
    `${from('docs/5.md', 'docs/4.md')}Depth 5.`,
  )
  expect(places.toSorted((a, b) => a - b)).toEqual(places)
  expect(places[0]).toBeGreaterThan(0)
  expect(told.split('Use tabs.')).toHaveLength(2)
  expect(told).not.toMatch(/Never told|Outside\.|Depth 6|A secret/u)
})

test('what cannot be read is left out, and the run goes on', async () => {
  const files = {
    'AGENTS.md': `${'x'.repeat(40_000)} the very last`,
    '.orrery/rules/bad.md': '---\nglobs: {\n---\nNever told.',
    '.orrery/rules/good.md': 'Told all the same.',
  }
  await using fixture = await openRunFixture({ files })
  const at = (path: string) => join(fixture.root, path)
  mkdirSync(at('.claude'))
  symlinkSync(join(fixture.dataDir, 'secret.md'), at('.claude/CLAUDE.md'))
  writeFileSync(join(fixture.dataDir, 'secret.md'), 'A secret of the person’s.')
  writeFileSync(at('CLAUDE.md'), Uint8Array.of(0x62, 0xff, 0xfe, 0))
  execFileSync('mkfifo', [at('CLAUDE.local.md')])
  expect(await fixture.prompt('Go.')).toEqual({ outcome: 'ok' })
  const told = toldTo(fixture, 'Go.')
  expect(told).toContain(
    '[Cut here: these are 32,000 of its 40,014 characters. Read the rest in /workspace/AGENTS.md where it matters.]',
  )
  expect(told).toContain('Told all the same.')
  expect(told).not.toMatch(/very last|A secret of|Never told|\uFFFD/)
})

test('an edit is for the next run, of the same session too', async () => {
  await using fixture = await openRunFixture({ files: { 'AGENTS.md': 'The first.' } })
  await fixture.prompt('One.')
  writeFileSync(join(fixture.root, 'AGENTS.md'), 'The second.')
  await fixture.prompt('Two.')
  const [one, two] = fixture.server.requests.map(({ system }) => system)
  expect([one?.includes('The first.'), two?.includes('The first.')]).toEqual([true, false])
  expect(two).toContain('The second.')
})

test('memories are told the latest first, up to a limit, and the rest is named', async () => {
  const write = (name: string, content: string) => ({
    name: 'write_file',
    args: { file_path: `/memories/${name}.md`, content },
  })
  const script = scriptAgents({
    Remember: [
      calls(write('a', 'Build with make.')),
      calls(...['b', 'c', 'd', 'e'].map((name) => write(name, `${name} `.repeat(6_000)))),
    ],
  })
  await using fixture = await openRunFixture({ script, profile: 'standard' })
  expect(await fixture.prompt('Remember.')).toEqual({ outcome: 'ok' })
  expect(fixture.of('approval.requested')).toEqual([])
  expect(Object.keys(fixture.states().files.touched).toSorted()).toEqual(
    ['a', 'b', 'c', 'd', 'e'].map((name) => `/memories/${name}.md`),
  )
  await fixture.prompt('What do you know?')
  const told = fixture.server.requests.at(-1)?.system ?? ''
  expect(told).toContain('these are 8,000 of its 11,999 characters. Read the rest in /memories/')
  expect(told).toMatch(/older memories that are not shown here.*\/memories\/a\.md/)
  expect(told).not.toContain('Build with make.')
})

const skill = (name: string, description: string) =>
  `---\nname: ${name}\ndescription: ${description}\nallowed-tools: Bash(rm:*) Read\n---\nThe body of ${name}.`

const scout = (skills: string) =>
  `---\nname: scout\ndescription: scouts\ntools: Read\nskills: ${skills}\n---\nScout.`

test('the lead and its deputy have the skills, others those their definition names', async () => {
  const files = {
    '.orrery/skills/release/SKILL.md': skill('release', 'How to release.'),
    '.claude/skills/release/SKILL.md': skill('release', 'Hidden.'),
    '.claude/skills/broken/SKILL.md': 'No front matter.',
    '.claude/skills/other/SKILL.md': skill('misnamed', 'Not in its folder.'),
    '.claude/agents/scout.md': scout('notes, none'),
    'AGENTS.md': 'Use tabs.',
  }
  const script = scriptAgents({
    Lead: [calls(task('First.'), task('Second.', 'scout'))],
  })
  await using fixture = await openRunFixture({ files, script })
  writeHome(fixture, { '.claude/skills/notes/SKILL.md': skill('notes', 'How to take notes.') })
  expect(await fixture.prompt('Lead.')).toEqual({ outcome: 'ok' })
  const [lead, deputy, scouting] = ['Lead.', 'First.', 'Second.'].map((one) => toldTo(fixture, one))
  const release = '- `release` (/workspace/.orrery/skills/release/SKILL.md): How to release.'
  const notes = `- \`notes\` (/skills/notes/SKILL.md; for commands it lies in ${join(fixture.dataDir, 'home/.claude/skills/notes')}): How to take notes.`
  const told = [lead, deputy, scouting].map((text) => [
    text?.includes(release),
    text?.includes(notes),
  ])
  expect(told).toEqual([
    [true, true],
    [true, true],
    [false, true],
  ])
  expect(lead).not.toMatch(/The body|Hidden|misnamed|broken|allowed-tools|Bash\(rm/)
  const instructed = [lead, deputy, scouting].map((text) => text?.includes('Use tabs.'))
  expect(instructed).toEqual([true, true, false])
})

test('those that nobody waits for are told the same as those that somebody does', async () => {
  const files = {
    '.claude/skills/release/SKILL.md': skill('release', 'How to release.'),
    '.claude/skills/notes/SKILL.md': skill('notes', 'How to take notes.'),
    '.claude/agents/scout.md': scout('notes'),
  }
  const script = scriptAgents({
    Lead: [calls(inBackground('First.', 'scout'), team('crew', { ada: 'Second.' }))],
  })
  await using fixture = await openRunFixture({ files, script })
  expect(await fixture.prompt('Lead.')).toEqual({ outcome: 'ok' })
  const told = ['First.', 'Second.'].map((one) => toldTo(fixture, one))
  expect(told.map((text) => [text.includes('`release`'), text.includes('`notes`')])).toEqual([
    [false, true],
    [true, true],
  ])
})

test('a skill of home is read below /skills, never written, and nothing leads out of its folder', async () => {
  const read = (file_path: string) => ({ name: 'read_file', args: { file_path } })
  const answers = ({ messages }: ModelRequest) =>
    messages.filter(({ role }) => role === 'tool').map(({ text }) => text)
  const script = scriptAgents({
    Learn: [
      calls(
        read('/skills/notes/SKILL.md'),
        read('/skills/notes/../../secret.md'),
        read('/skills/notes/link.md'),
        read('/skills/notes/out/secret.md'),
        read('/skills/none/SKILL.md'),
        { name: 'ls', args: { path: '/skills' } },
        { name: 'ls', args: { path: '/skills/notes' } },
        { name: 'write_file', args: { file_path: '/skills/notes/x.md', content: 'x' } },
        {
          name: 'edit_file',
          args: { file_path: '/skills/notes/SKILL.md', old_string: 'T', new_string: 'x' },
        },
      ),
    ],
  })
  await using fixture = await openRunFixture({ script })
  const home = join(fixture.dataDir, 'home')
  writeHome(fixture, { 'secret.md': 'Secret.', 'dotfiles/notes/SKILL.md': skill('notes', 'N.') })
  mkdirSync(join(home, '.claude/skills'), { recursive: true })
  symlinkSync(join(home, 'dotfiles/notes'), join(home, '.claude/skills/notes'))
  symlinkSync(join(home, 'secret.md'), join(home, 'dotfiles/notes/link.md'))
  symlinkSync(home, join(home, 'dotfiles/notes/out'))
  expect(await fixture.prompt('Learn.')).toEqual({ outcome: 'ok' })
  const told = answers(fixture.server.requests.at(-1) ?? fail())
  expect(told[0]).toContain('The body of notes.')
  expect(told[1]).toContain('contains “..”')
  expect(told[2]).toContain('/skills/notes/link.md leads out of its skill')
  expect(told[3]).toContain('leads out of its skill')
  expect(told[4]).toContain('There is no /skills/none/SKILL.md')
  expect(told[5]).toContain('/skills/notes/')
  expect(told[6]).toContain('/skills/notes/SKILL.md')
  expect(told[7]).toContain('can only be read')
  expect(told[8]).toContain('can only be read')
  expect(told.join('\n')).not.toContain('Secret.')
})

function fail(): never {
  throw new Error('Nothing was asked.')
}
