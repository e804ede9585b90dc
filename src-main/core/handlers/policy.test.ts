import { expect, test } from 'vitest'
import type { PolicyQuestion } from '#shared/contract/procedures/permissions.ts'
import { type ApprovalId, RuleId, type SessionId } from '#shared/lib/ids.ts'
import { firstApproval } from '../../../test/support/first-approval.ts'
import { type HostFixture, openHostFixture } from '../../../test/support/host-fixture.ts'
import type { ModelRequest, Reply } from '../../../test/support/model-server.ts'

/** Asks for the command in the prompt. */
function runIt({ messages }: ModelRequest): Reply {
  const { role, text = '' } = messages.at(-1) ?? {}
  if (role !== 'user') return { text: 'Done.' }
  return { calls: [{ name: 'run_command', args: { command: text } }] }
}

async function ask(
  { client }: HostFixture,
  sessionId: SessionId,
  text: string,
): Promise<ApprovalId> {
  await client['sessions.send']({ sessionId, text })
  return firstApproval(client, sessionId)
}

test('what can be allowed is suggested with what it would have decided; it is listed and revoked', async () => {
  await using fixture = await openHostFixture({ script: runIt })
  const { client } = fixture
  const projectId = await fixture.open()
  const first = await fixture.createSession(projectId)
  const refused = await ask(fixture, first, 'make clean docs')
  const no = { sessionId: first, approvalId: refused, decision: 'reject', by: 'person' } as const
  await client['approvals.decide'](no)

  const sessionId = await fixture.createSession(projectId)
  const approvalId = await ask(fixture, sessionId, 'make clean docs')
  const suggested = await client['policy.suggestRules']({ sessionId, approvalId })
  expect(suggested).toMatchObject([
    { pattern: 'make clean docs', effect: { requests: 2, rejected: 1 } },
  ])
  expect(suggested[0]?.effect.latest.map(({ title, decision }) => [title, decision])).toEqual([
    ['Run make clean docs', undefined],
    ['Run make clean docs', 'reject'],
  ])
  const always = { scope: 'project', pattern: 'make clean docs' } as const
  const yes = { sessionId, approvalId, decision: 'approve', by: 'person', always } as const
  await client['approvals.decide'](yes)

  const rules = await client['policy.rules']({ projectId })
  expect(rules).toMatchObject([{ tool: 'run_command', ...always }])
  const [rule] = rules
  if (!rule) throw new Error('There is no rule.')
  await client['policy.revoke']({ ruleId: rule.ruleId })
  expect(await client['policy.rules']({ projectId, sessionId })).toEqual([])
  const again = client['policy.revoke']({ ruleId: rule.ruleId })
  await expect(again).rejects.toThrow('There is no such rule')
  await client['policy.restore']({ projectId, rule })
  await client['policy.restore']({ projectId, rule })
  expect(await client['policy.rules']({ projectId })).toEqual([rule])
})

test('an earlier permission is listed as such, offered again by the card, and replaced when written anew', async () => {
  await using fixture = await openHostFixture({ script: runIt })
  const { client } = fixture
  const projectId = await fixture.open()
  const earlier = {
    ruleId: RuleId.parse('rul_earlier'),
    tool: 'run_command',
    pattern: 'make clean *',
    scope: 'project',
    addedAt: 1,
  } as const
  await client['policy.restore']({ projectId, rule: earlier })
  expect(await client['policy.rules']({ projectId })).toEqual([{ ...earlier, asksAgain: true }])
  const sessionId = await fixture.createSession(projectId)
  const approvalId = await ask(fixture, sessionId, 'make clean docs')
  const suggested = await client['policy.suggestRules']({ sessionId, approvalId })
  expect(suggested.map(({ effect: _, ...suggestion }) => suggestion)).toEqual([
    { tool: 'run_command', pattern: 'make clean docs' },
    { tool: 'run_command', pattern: 'make clean *', isEarlier: true },
  ])
  const written = await client['policy.allow']({
    projectId,
    tool: 'run_command',
    pattern: 'make clean *',
  })
  expect(written).toMatchObject({ pattern: 'make clean *', isConfirmed: true })
  expect(await client['policy.rules']({ projectId })).toEqual([written])
})

test('what was refused is listed with why, the latest first', async () => {
  await using fixture = await openHostFixture({ script: runIt })
  const { client } = fixture
  const projectId = await fixture.open()
  expect(await client['policy.denials']({ projectId })).toEqual([])
  const first = await fixture.createSession(projectId)
  const approvalId = await ask(fixture, first, 'make clean')
  const reject = { decision: 'reject', by: 'person', message: 'Not now.' } as const
  await client['approvals.decide']({ sessionId: first, approvalId, ...reject })
  const second = await fixture.createSession(projectId)
  await client['sessions.send']({ sessionId: second, text: 'sudo rm -rf /' })
  const titles = async () =>
    (await client['policy.denials']({ projectId })).map(({ title }) => title)
  await expect.poll(titles).toEqual(['Run sudo rm -rf /', 'Run make clean'])
  const denials = await client['policy.denials']({ projectId })
  expect(denials).toMatchObject([
    { sessionId: second, agent: 'lead', tool: 'run_command' },
    { sessionId: first, reason: expect.stringContaining('Not now.') },
  ])
  expect(await client['policy.denials']({ projectId, limit: 1 })).toEqual([denials[0]])
  expect(await client['policy.tools']({})).toContainEqual({
    name: 'run_command',
    effect: 'execute',
  })
})

test('of a project whose folder has gone nothing can be said, and that is said', async () => {
  await using fixture = await openHostFixture()
  const { client } = fixture
  const { sessionId } = await client['sessions.openSample']({})
  const [session] = await client['sessions.list']({})
  if (!session) throw new Error('There is no sample.')
  const question = { projectId: session.projectId, sessionId, tool: 'run_command', args: {} }
  const explained = client['policy.explain'](question)
  await expect(explained).rejects.toThrow('is not on this machine')
})

// The kind of CVE-2026-25724 (Claude Code): one part of the program refused a file, and another one allowed it.
test('what is explained is the call as it would be judged', async () => {
  await using fixture = await openHostFixture({
    files: { 'project/go.mod': 'module a', 'project/a.txt': 'a' },
  })
  const { client } = fixture
  const projectId = await fixture.open()
  const explain = (tool: string, args: PolicyQuestion['args']) =>
    client['policy.explain']({ projectId, tool, args, profile: 'trusted' })
  const from = '/workspace/a.txt'
  const outside = '/workspace/../../etc/a.txt'
  const edits = [{ file_path: outside, content: 'a' }]
  expect([
    await explain('run_tests', { path: null }),
    await explain('move_file', { from, to: outside }),
    await explain('compose_files', { edits: JSON.stringify(edits) }),
    await explain('move_file', { from, to: '/etc/a.txt' }),
  ]).toMatchObject([
    { verdict: 'allow', isJudged: true },
    { verdict: 'deny', source: 'host' },
    { verdict: 'deny', source: 'host' },
    { verdict: 'allow', risk: expect.stringContaining('/etc/a.txt: that is no file') },
  ])
})

test('it can be asked what an agent may do and why, and nothing is run', async () => {
  const definition =
    '---\nname: scribe\ndescription: S\ntools: write_file(/docs/), ls(/workspace/src/)\n---\nWrite.'
  const settings = JSON.stringify({ interruptOn: { read_file: true } })
  await using fixture = await openHostFixture({
    files: {
      'project/.orrery/agents/scribe.md': definition,
      'project/.orrery/settings.json': settings,
      'project/a.txt': 'a',
      'project/src/b.txt': 'b',
    },
  })
  const { client } = fixture
  const projectId = await fixture.open()
  const ask = async (tool: string, args: Record<string, string>, more = {}) => {
    const { verdict, source } = await client['policy.explain']({ projectId, tool, args, ...more })
    return [verdict, source]
  }
  const scribe = { agent: 'scribe' }
  const trusted = { profile: 'trusted' }
  const answers = [
    await ask('run_command', { command: 'rm -rf ~' }, trusted),
    await ask('run_command', { command: 'git push' }),
    await ask('run_command', { command: 'git push' }, trusted),
    await ask('write_file', { file_path: '/workspace/a.txt' }, scribe),
    await ask('write_file', { file_path: '/docs/a.md' }, scribe),
    await ask('ls', { path: '/workspace/src/' }, scribe),
    await ask('ls', { path: '/workspace/' }, scribe),
    await ask('read_file', { file_path: '/workspace/a.txt' }),
    await ask('edit_file', { file_path: '/workspace/.orrery/settings.json' }, trusted),
    await ask('read_file', { file_path: '/workspace/../../etc/passwd' }, trusted),
    await ask('write_file', { file_path: '/workspace/.git/hooks/pre-commit' }, trusted),
    await ask('read_file', { file_path: '/workspace/.git/config' }, trusted),
    await ask('write_file', { file_path: '/workspace/.mcp.json.' }, trusted),
  ]
  expect(answers).toEqual([
    ['deny', 'host'],
    ['ask', 'profile'],
    ['allow', 'profile'],
    ['deny', 'definition'],
    ['allow', 'profile'],
    ['allow', 'profile'],
    ['deny', 'definition'],
    ['ask', 'project'],
    ['ask', 'host'],
    ['deny', 'host'],
    ['deny', 'host'],
    ['ask', 'project'],
    ['ask', 'host'],
  ])
  const document = { projectId, tool: 'write_file', args: { file_path: '/etc/passwd' } }
  const { risk } = await client['policy.explain'](document)
  expect(risk).toContain('no file of this machine')
  expect(fixture.server.requests).toEqual([])
  const unknown = client['policy.explain']({ projectId, tool: 'ls', agent: 'nobody' })
  await expect(unknown).rejects.toThrow('There is no agent "nobody". There are lead, ')
})
