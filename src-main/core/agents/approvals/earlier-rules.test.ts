import { expect, test } from 'vitest'
import type { AllowRule } from '#shared/events/approval.ts'
import { RuleId } from '#shared/lib/ids.ts'
import type { ModelRequest, Reply } from '../../../../test/support/model-server.ts'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture, type RunFixture } from '../../../../test/support/run-fixture.ts'

/** Calls `run_command` with the prompt. */
function runPrompt({ messages }: ModelRequest): Reply {
  const { role, text: command = '' } = messages.at(-1) ?? {}
  if (role !== 'user') return { text: 'Done.' }
  return { calls: [{ name: 'run_command', args: { command } }] }
}

const open = () => openRunFixture({ script: runPrompt, profile: 'standard' })

function projectOf({ store }: RunFixture) {
  const [session] = store.sessions.list()
  if (!session) throw new Error('There is no session.')
  return session.projectId
}

/** Rules as earlier versions stored them: one for the project, one for the session. */
async function addEarlierRules(fixture: RunFixture): Promise<void> {
  const { store, sessionId } = fixture
  const rule = { tool: 'run_command', pattern: 'make deploy *' } as const
  const ofProject = { ...rule, ruleId: RuleId.parse('rul_project'), addedAt: 1 }
  await store.rules.restore(projectOf(fixture), ofProject)
  const data = { ...rule, ruleId: RuleId.parse('rul_session'), scope: 'session' } as const
  await store.events.append(sessionId, [{ kind: 'rule.added', data }])
}

function rulesOf(fixture: RunFixture): readonly Partial<AllowRule>[] {
  const ofSession = Object.values(fixture.states().approvals.rules)
  const all = [...fixture.store.rules.list(projectOf(fixture)), ...ofSession]
  const patterns = all.map(({ pattern = '', scope, isConfirmed }) => [
    `${scope} ${pattern}`,
    { pattern, scope, ...(isConfirmed && { isConfirmed }) },
  ])
  // The log and the table both hold a project's rule that was made in this session.
  return Object.values(Object.fromEntries(patterns))
}

const exact = 'make deploy HOST=one'

async function askAgain(fixture: RunFixture) {
  await addEarlierRules(fixture)
  await fixture.runs.send(fixture.sessionId, { text: exact })
  return (await fixture.until('approval.requested')).data
}

// The kind of CVE-2025-54131 (Cursor) and CVE-2025-66032 (Claude Code): a permission for one command ran another.
test('an earlier permission for a pattern asks again once, and says why', async () => {
  await using fixture = await open()
  const { runs, sessionId } = fixture
  const { approvalId, rule, earlierRules } = await askAgain(fixture)
  expect(rule).toBe(
    'An earlier permission, `make deploy *`, also allowed other commands. Allow this exact command, or the pattern again.',
  )
  expect(earlierRules?.map(({ ruleId }) => ruleId)).toEqual(['rul_session', 'rul_project'])
  const always = { scope: 'project', pattern: exact } as const
  await runs.decide(sessionId, { approvalId, decision: 'approve', always })
  await runs.idle(sessionId)
  expect(rulesOf(fixture)).toEqual([{ ...always, isConfirmed: true }])
  expect(await fixture.prompt(exact)).toEqual({ outcome: 'ok' })
  expect(fixture.of('approval.requested')).toHaveLength(1)
  await runs.send(sessionId, { text: 'make deploy HOST=two' })
  const { data } = await fixture.until('approval.requested', 2)
  expect(data.rule).toMatch(/^The standard profile asks/u)
  expect(data.earlierRules).toBeUndefined()
  await runs.kill(sessionId)
  expectWhole(fixture)
})

test('an earlier permission that a person gives again holds from then on', async () => {
  await using fixture = await open()
  const { runs, sessionId } = fixture
  const { approvalId } = await askAgain(fixture)
  const always = { scope: 'session', pattern: 'make deploy *' } as const
  await runs.decide(sessionId, { approvalId, decision: 'approve', always })
  await runs.idle(sessionId)
  expect(rulesOf(fixture)).toEqual([{ ...always, isConfirmed: true }])
  expect(await fixture.prompt('make deploy HOST=two')).toEqual({ outcome: 'ok' })
  expect(fixture.of('approval.requested')).toHaveLength(1)
  expectWhole(fixture)
})

test.each([
  { decision: 'approve', by: 'person', left: [] },
  { decision: 'reject', by: 'person', left: [] },
  // Nobody was asked.
  {
    decision: 'reject',
    by: 'host',
    left: [
      { scope: 'project', pattern: 'make deploy *' },
      { scope: 'session', pattern: 'make deploy *' },
    ],
  },
] as const)('a $decision by the $by leaves $left of the earlier permissions', async (given) => {
  const { left, ...decision } = given
  await using fixture = await open()
  const { runs, sessionId } = fixture
  const { approvalId } = await askAgain(fixture)
  await runs.decide(sessionId, { approvalId, ...decision })
  await runs.idle(sessionId)
  expect(rulesOf(fixture)).toEqual(left)
})
