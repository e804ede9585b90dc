import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { HeldRule } from '#shared/contract/procedures/permissions.ts'
import { openCliInProject } from '../../../test/support/cli-in-project.ts'
import { scripted } from '../../../test/support/mcp-bench.ts'
import { startModelServer } from '../../../test/support/model-server.ts'
import { systemClock } from '../../core/runtime/clock.ts'
import { openStore } from '../../core/store/store.ts'

const ECHO = 'mcp__one-project__echo'

test('policy allow makes a permission that holds until it is revoked', async () => {
  using cli = openCliInProject()
  const at = ['--project', cli.project]
  const allow = ['policy', 'allow', 'run_command', '--args', 'make dirs *', ...at]
  expect((await cli.orrery(allow)).out).toMatch(
    /^rul_\S+ {2}Calls with make dirs \* of run_command may run in this project without asking\.\n$/,
  )
  // The same permission again stays one.
  await cli.orrery(allow)
  const explain = async () => {
    const args = JSON.stringify({ command: 'make dirs one' })
    const call = ['--tool', 'run_command', '--args', args, '--profile', 'standard']
    return (await cli.orrery(['policy', 'explain', ...call, ...at])).out
  }
  expect(await explain()).toMatch(/^allow: A person always allows run_command of make dirs \*/)
  const listed = await cli.orrery(['policy', 'rules', '--json', ...at])
  const rules: readonly HeldRule[] = JSON.parse(listed.out)
  expect(rules).toHaveLength(1)
  await cli.orrery(['policy', 'revoke', rules[0]?.ruleId ?? '', ...at])
  expect(await explain()).toMatch(/^ask: /)
}, 60_000)

test('policy allow names a tool of an MCP server before the server was started', async () => {
  await using server = await startModelServer(({ messages }) =>
    messages.at(-1)?.role === 'tool' ? { text: 'Done.' } : { calls: [{ name: ECHO, args: {} }] },
  )
  using cli = openCliInProject()
  const at = ['--project', cli.project]
  cli.write('project/.mcp.json', JSON.stringify({ mcpServers: { one: scripted() } }))
  const allowed = await cli.orrery(['policy', 'allow', 'mcp:one/echo', '--json', ...at])
  expect(JSON.parse(allowed.out)).toMatchObject({ tool: ECHO, scope: 'project' })
  const model = ['--model', 'compatible:scripted', '--base-url', server.url]
  const ran = await cli.orrery(['run', '--trust', '--json', ...model, ...at, 'go'])
  expect(ran.out).toContain('"kind":"tool.ended"')
  expect(ran.out).not.toContain('"kind":"approval.requested"')
}, 60_000)

test('policy allow rejects permissions that would allow nothing', async () => {
  using cli = openCliInProject()
  const wrong: (readonly [args: readonly string[], sentence: string])[] = [
    [[], 'Name the tool to allow.'],
    [['no_such_tool'], 'There is no tool named no_such_tool.'],
    [['run_command'], 'run_command runs commands. Give a pattern'],
    [['mcp:one'], 'Name one tool as mcp:SERVER/TOOL, not "mcp:one".'],
    [['mcp:one/echo'], 'There is no MCP server “one” here.'],
  ]
  for (const [args, sentence] of wrong) {
    const ran = await cli.orrery(['policy', 'allow', ...args, '--project', cli.project])
    expect(ran).toMatchObject({ out: '', err: expect.stringContaining(sentence) })
    expect(ran.code).not.toBe(0)
  }
}, 60_000)

/** Makes every permission of the project one that an earlier version stored. */
async function makeEarlier(project: string): Promise<void> {
  const dataDir = join(dirname(project), 'data')
  await using store = await openStore({ dataDir, clock: systemClock, mode: 'owner' })
  for (const { id } of store.projects.list()) {
    for (const { isConfirmed: _, ...rule } of store.rules.list(id)) {
      await store.rules.remove(rule.ruleId)
      await store.rules.restore(id, rule)
    }
  }
}

test('a run that nobody attends denies what an earlier pattern allowed, and says why', async () => {
  const args = { command: 'make dirs one' }
  await using server = await startModelServer(({ messages }) =>
    messages.at(-1)?.role === 'tool'
      ? { text: 'Done.' }
      : { calls: [{ name: 'run_command', args }] },
  )
  using cli = openCliInProject()
  const at = ['--project', cli.project]
  const model = ['--model', 'compatible:scripted', '--base-url', server.url]
  const run = () => cli.orrery(['run', '--json', '--approve', 'none', ...model, ...at, 'go'])
  const withoutPermission = await run()
  await cli.orrery(['policy', 'allow', 'run_command', '--args', 'make dirs *', ...at])
  await makeEarlier(cli.project)
  const sentence = 'An earlier permission, `make dirs *`, also allowed other commands.'
  const denied = await run()
  expect([denied.code, denied.out.includes(sentence)]).toEqual([withoutPermission.code, true])
  expect(withoutPermission.out).not.toContain(sentence)
  // Nobody has decided about it yet.
  const listed = await cli.orrery(['policy', 'rules', ...at])
  expect(listed.out).toContain('make dirs *  (asks again once, because it also allows other calls)')
}, 120_000)
