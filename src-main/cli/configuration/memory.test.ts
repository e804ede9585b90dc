import { expect, test } from 'vitest'
import type { ContextPreview } from '#shared/contract/procedures/context.ts'
import { type CliInProject, openCliInProject } from '../../../test/support/cli-in-project.ts'
import { startModelServer } from '../../../test/support/model-server.ts'

/** Every command is about the project. */
function openCli(): CliInProject {
  const cli = openCliInProject()
  const orrery: CliInProject['orrery'] = (args, input) =>
    cli.orrery([...args, '--project', cli.project], input)
  return { ...cli, orrery }
}

test('a memory is written, shown, told to the next session and removed', async () => {
  using cli = openCli()
  await using server = await startModelServer(() => ({ text: 'Done.' }))
  expect((await cli.orrery(['memory'])).out).toMatch(
    /^Agents keep no memories here\. .* orrery memory edit NAME\n$/,
  )
  const kept = await cli.orrery(['memory', 'edit', 'build'], 'Run make.\n')
  expect(kept).toEqual({ code: 0, out: 'build.md is kept.\n', err: '' })
  expect((await cli.orrery(['memory', 'show', 'build.md'])).out).toBe('Run make.\n')
  const model = ['--model', 'compatible:scripted', '--base-url', server.url]
  expect((await cli.orrery(['run', ...model, 'Go.'])).code).toBe(0)
  expect(server.requests[0]?.system).toContain(
    '<memory path="/memories/build.md">\nRun make.\n</memory>',
  )
  expect((await cli.orrery(['memory', 'edit', 'build'])).err).toContain('nothing is changed')
  await cli.orrery(['memory', 'edit', 'build'], 'Run ninja.\n')
  expect((await cli.orrery(['memory'])).out).toMatch(/^\d{4}-\d\d-\d\d +11 B {2}build\.md\n$/)
  expect((await cli.orrery(['memory', 'remove', 'build'])).out).toBe('build.md is removed.\n')
  expect(await cli.orrery(['memory', 'show', 'build'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('There is no /memories/build.md.'),
  })
}, 120_000)

test('a memory that is no text is refused, and of a long one it is said how much agents are told', async () => {
  using cli = openCli()
  const random = Buffer.from([0x66, 0xff, 0xfe, 0x00, 0x80])
  for (const bytes of [random, Buffer.from('a\0b')]) {
    expect(await cli.orrery(['memory', 'edit', 'odd'], bytes)).toEqual({
      code: 2,
      out: '',
      err: 'What was given is not text (UTF-8), so nothing is changed.\n',
    })
  }
  expect(await cli.orrery(['memory', 'edit', 'long'], 'word '.repeat(2_000))).toEqual({
    code: 0,
    out: 'long.md is kept.\n',
    err: expect.stringMatching(/agents are told 8,000 of its 9,999 characters\.\n$/),
  })
}, 120_000)

test('what the next prompt is made of is a table, with what is left out and why', async () => {
  using cli = openCli()
  cli.write('project/AGENTS.md', 'Use tabs.')
  cli.write('project/.claude/skills/odd/SKILL.md', 'Nothing.')
  cli.write(
    '.claude/skills/notes/SKILL.md',
    '---\nname: notes\ndescription: Takes notes.\n---\nBody.',
  )
  cli.write('.claude/CLAUDE.md', `Be brief. ${'x'.repeat(40_000)}`)
  const listed = await cli.orrery(['skills'])
  expect(listed.out).toMatch(/^on {2}notes {17}Takes notes\.\n {4}from .*SKILL\.md\n! {3}.*odd/)
  const table = (await cli.orrery(['context'])).out
  expect(table).toMatch(/ 10,\d{3} {2}instructions {2}~\/\.claude\/CLAUDE\.md/)
  expect(table).toMatch(/! It is cut: agents are told 32,000 of its 40,010 characters\./)
  expect(table).toMatch(
    /skills {8}1 skill\n +! .*odd\/SKILL\.md is no skill: .*\n +[\d,]+ {2}in all, at most/,
  )
  await cli.orrery(['skills', 'off', 'notes'])
  const json = await cli.orrery(['context', '--agent', 'general-purpose', '--json'])
  const preview: ContextPreview = JSON.parse(json.out)
  expect(preview.parts.map(({ kind }) => kind)).toEqual([
    'role',
    'planning',
    'project',
    'instructions',
    'instructions',
    'instructions',
    'skills',
  ])
  expect(await cli.orrery(['context', '--agent', 'wizard'])).toMatchObject({ code: 2 })
}, 120_000)
