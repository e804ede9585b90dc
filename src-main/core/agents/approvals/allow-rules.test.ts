import { expect, test } from 'vitest'
import type { ModelRequest, Reply } from '../../../../test/support/model-server.ts'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture } from '../../../../test/support/run-fixture.ts'

/** Asks for what is written in the prompt, a command a line, all at once. */
function runLines({ messages }: ModelRequest): Reply {
  if (messages.at(-1)?.role !== 'user') return { text: 'Done.' }
  const commands = messages.at(-1)?.text.split('\n') ?? []
  return { calls: commands.map((command) => ({ name: 'run_command', args: { command } })) }
}

test('what a person always allows is not asked for again, until that is revoked', async () => {
  await using fixture = await openRunFixture({ script: runLines, profile: 'standard' })
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: 'make dirs one\nmake dirs two\nmake clean' })
  await fixture.until('approval.requested', 3)
  const requested = fixture.of('approval.requested')
  const idOf = (command: string) => {
    const found = requested.find(({ data }) => data.title.endsWith(command))
    if (!found) throw new Error(`Nobody asked for ${command}.`)
    return found.data.approvalId
  }
  const always = { scope: 'session', pattern: 'make dirs *' } as const
  await runs.decide(sessionId, { approvalId: idOf('one'), decision: 'approve', always })
  await runs.decide(sessionId, { approvalId: idOf('clean'), decision: 'reject' })
  await runs.idle(sessionId)
  expect(fixture.of('approval.decided').map(({ data }) => [data.decision, data.by])).toEqual([
    ['approve', 'person'],
    ['approve', 'host'],
    ['reject', 'person'],
  ])
  expect(await fixture.prompt('make dirs three')).toEqual({ outcome: 'ok' })
  expect(fixture.of('approval.requested')).toHaveLength(3)
  const [rule] = fixture.of('rule.added')
  const { ruleId } = rule?.data ?? {}
  if (!ruleId) throw new Error('There is no rule.')
  await fixture.store.events.append(sessionId, [{ kind: 'rule.revoked', data: { ruleId } }])
  await runs.send(sessionId, { text: 'make dirs four' })
  await fixture.until('approval.requested', 4)
  await runs.kill(sessionId)
  expectWhole(fixture)
})

test('a project’s rule holds in its other sessions; a rule is only made by a person who approves', async () => {
  await using fixture = await openRunFixture({ script: runLines, profile: 'standard' })
  const { runs, sessionId, store } = fixture
  await runs.send(sessionId, { text: 'make a' })
  const { data } = await fixture.until('approval.requested')
  const { approvalId } = data
  const always = { scope: 'project', pattern: 'make *' } as const
  const refused = { approvalId, decision: 'reject', always } as const
  await expect(runs.decide(sessionId, refused)).rejects.toThrow('Only a person who approves')
  await runs.decide(sessionId, { approvalId, decision: 'approve', always })
  await runs.idle(sessionId)
  const [row] = store.sessions.list()
  if (!row) throw new Error('There is no session.')
  expect(store.rules.list(row.projectId)).toMatchObject([{ tool: 'run_command', scope: 'project' }])
  await fixture.close()
  await fixture.restart()
  expect(await fixture.prompt('make b')).toEqual({ outcome: 'ok' })
  expect(fixture.of('approval.requested')).toHaveLength(1)
  expect(
    await fixture.store.rules.remove(fixture.of('rule.added')[0]?.data.ruleId ?? never()),
  ).toBe(true)
  expectWhole(fixture)
})

function never(): never {
  throw new Error('There is no rule.')
}
