import { expect, test } from 'vitest'
import type { AgentList } from '#shared/contract/procedures/agents.ts'
import { openCliInProject } from '../../../test/support/cli-in-project.ts'
import { cliSource } from '../../../test/support/cli-program.ts'
import { startModelServer } from '../../../test/support/model-server.ts'

test('definitions are listed with what is wrong with them, and switched', async () => {
  using cli = openCliInProject()
  cli.write(
    'project/.claude/agents/scout.md',
    '---\nname: reviewer\ndescription: Ours\ntools: Read, PaintPicture\n---\nLook.',
  )
  cli.write('project/.claude/agents/broken.md', 'Broken.')
  const listed = await cli.orrery(['agents', '--project', cli.project])
  expect(listed.code).toBe(0)
  expect(listed.out).toContain('on  reviewer              Ours\n')
  expect(listed.out).toContain(
    'in place of the built-in one\n    ! There is no tool "PaintPicture"',
  )
  expect(listed.out).toMatch(/! {3}\S+broken\.md\n {4}It does not begin with front matter/)
  const turned = await cli.orrery(['agents', 'off', 'reviewer', '--project', cli.project])
  expect(turned).toEqual({ code: 0, out: 'reviewer is off, from the next run on.\n', err: '' })
  await cli.orrery(['agents', 'off', 'all', '--everywhere'])
  const after = await cli.orrery(['agents', '--project', cli.project, '--json'])
  const list: AgentList = JSON.parse(after.out)
  expect(list.delegation).toEqual({ isOnEverywhere: false, isOnHere: true })
  expect(list.definitions.filter(({ isOn }) => !isOn).map(({ name }) => name)).toEqual(['reviewer'])
}, 60_000)

test('what makes no sense is said in one sentence, with exit code 2', async () => {
  using cli = openCliInProject()
  const wrong: (readonly [args: readonly string[], sentence: string])[] = [
    [['maybe'], 'takes on or off, not "maybe"'],
    [['off'], 'Say what to turn off.'],
    [['off', 'wizard', '--project', cli.project], 'There is no subagent type "wizard".'],
    [['on', 'plan', '--everywhere'], '--everywhere is for all.'],
    [['--project', '/no/such'], 'There is no folder /no/such.'],
  ]
  for (const [args, sentence] of wrong) {
    const ran = await cli.orrery(['agents', ...args])
    expect(ran).toMatchObject({ code: 2, out: '', err: expect.stringContaining(sentence) })
  }
}, 60_000)

test('a run starts a playbook by its name, also from source', async () => {
  using cli = openCliInProject(cliSource)
  await using server = await startModelServer(() => ({ text: 'Done.' }))
  const model = ['--model', 'compatible:scripted', '--base-url', server.url]
  const ran = await cli.orrery([
    'run',
    '--project',
    cli.project,
    ...model,
    '/complex-bug it crashes',
  ])
  expect(ran.code).toBe(0)
  expect(server.requests[0]?.messages.at(-1)?.text).toMatch(/^it crashes\n\n.*"Complex bug"/)
}, 60_000)
