import { expect, test } from 'vitest'
import type { z } from 'zod'
import type { InboxItem } from '#shared/contract/procedures/approvals.ts'
import { decisionsOf } from '#shared/events/approval.ts'
import type { Draft } from '#shared/events/index.ts'
import { ApprovalId, ProjectId, SessionId, SpanId } from '#shared/lib/ids.ts'
import { firstApproval } from '../../../test/support/first-approval.ts'
import {
  type HostFixture,
  openHostFixture,
  openTestHost,
} from '../../../test/support/host-fixture.ts'
import type { ModelRequest, Reply } from '../../../test/support/model-server.ts'
import { temporaryFolder } from '../../../test/support/store-fixture.ts'
import { systemClock } from '../runtime/clock.ts'
import { openStore } from '../store/store.ts'

const { signal } = new AbortController()

/** Asks for the command in the prompt, or of the person what the prompt asks. */
function askForIt({ messages }: ModelRequest): Reply {
  const { role, text = '' } = messages.at(-1) ?? {}
  if (role !== 'user') return { text: 'Done.' }
  const question = { name: 'ask_person', args: { question: text, options: ['Yes', 'No'] } }
  const command = { name: 'run_command', args: { command: text } }
  return { calls: [text.endsWith('?') ? question : command] }
}

async function begin({ client, createSession }: HostFixture, projectId: ProjectId, text: string) {
  const sessionId = await createSession(projectId)
  await client['sessions.send']({ sessionId, text })
  return { sessionId, approvalId: await firstApproval(client, sessionId) }
}

/** As a host answers, or as a client takes it. */
type Listed = z.input<typeof InboxItem>

/** Each in words. */
function tell(items: readonly Listed[]): readonly string[] {
  return items.map((item) => {
    if (item.type === 'limit') return `limit in ${item.projectName}`
    const { title } = item.type === 'approval' ? item.approval : item.call
    return `${item.type} of ${item.agentName} in ${item.projectName}: ${title}`
  })
}

test('what waits in several sessions of several projects is listed, the longest waiting first', async () => {
  await using fixture = await openHostFixture({ script: askForIt })
  const { client } = fixture
  const [shop, site] = [await fixture.open('shop'), await fixture.open('site')]
  const first = await begin(fixture, shop, 'make clean')
  await begin(fixture, site, 'Which one?')
  const last = await begin(fixture, shop, 'make docs')
  await fixture.createSession(site)
  const waiting = await client['approvals.inbox']({})
  expect(tell(waiting)).toEqual([
    'approval of lead in shop: Run make clean',
    'approval of lead in site: Which one?',
    'approval of lead in shop: Run make docs',
  ])
  expect(waiting[0]).toMatchObject({
    ...{ sessionId: first.sessionId, sessionTitle: 'make clean' },
    approval: { approvalId: first.approvalId, effect: 'execute', requestedAt: waiting[0]?.since },
  })
  await client['sessions.rename']({ sessionId: last.sessionId, title: 'The docs' })
  const renamed = (await client['approvals.inbox']({})).at(-1)
  expect(renamed).toMatchObject({ sessionTitle: 'The docs' })
})

test('what was decided by whomever, or whose session is deleted, waits no longer', async () => {
  await using fixture = await openHostFixture({ script: askForIt })
  const { client } = fixture
  const projectId = await fixture.open('shop')
  const first = await begin(fixture, projectId, 'make clean')
  const second = await begin(fixture, projectId, 'make docs')
  expect(await client['approvals.inbox']({})).toHaveLength(2)
  const reject = { ...first, decision: 'reject', by: 'person' } as const
  await client['approvals.decide'](reject)
  expect(tell(await client['approvals.inbox']({}))).toEqual([
    'approval of lead in shop: Run make docs',
  ])
  await expect(client['approvals.decide'](reject)).rejects.toThrow('This was decided already.')
  await client['sessions.delete']({ sessionId: second.sessionId, canUndo: true })
  expect(await client['approvals.inbox']({})).toEqual([])
})

const [sessionId, projectId] = [SessionId.parse('ses_1'), ProjectId.parse('prj_1')]
const [cutOff, asked, lead] = ['spn_cut', 'spn_asked', 'spn_lead'].map((id) => SpanId.parse(id))
const approvalId = ApprovalId.parse('apr_1')

/** A session whose host died while one call ran and another waited. */
async function recordCrash(dataDir: string, root = dataDir): Promise<void> {
  await using store = await openStore({ dataDir, clock: systemClock, mode: 'owner' })
  const call = { name: 'run_command', effect: 'execute', args: { json: {} } } as const
  const risk = { risk: 'r', rule: 'r', isJudged: true, approvalId }
  const offered = { type: 'call', allowedDecisions: [...decisionsOf.call], acceptsRule: true }
  const agent = { type: 'lead', description: '', model: { provider: 'p', model: 'm' } }
  await store.sessions.create({ id: sessionId, projectId, root, createdAt: 1 }, [
    { kind: 'session.created', data: { projectId, projectName: 'shop', root } },
    { kind: 'agent.started', spanId: lead, agentId: lead, data: agent },
    {
      ...{ kind: 'tool.started', spanId: cutOff, agentId: lead },
      data: { ...call, toolCallId: '1', title: 'Run make' },
    },
    {
      ...{ kind: 'terminal.opened', spanId: cutOff, agentId: lead },
      data: { title: 'make', command: 'make', cwd: dataDir, cols: 80, rows: 24 },
    },
    {
      ...{ kind: 'terminal.output', spanId: cutOff, agentId: lead },
      data: { text: 'half of it\r\n' },
    },
    {
      ...{ kind: 'approval.requested', spanId: asked, agentId: lead },
      data: { ...call, ...risk, ...offered, toolCallId: '2', title: 'Run make docs' },
    },
  ] as Draft[])
}

test('after a restart, what waited goes on waiting, and calls that were cut off wait for a word', async () => {
  using folder = temporaryFolder()
  await recordCrash(folder.path)
  {
    await using host = await openTestHost({ dataDir: folder.path })
    const waiting = await host.handlers['approvals.inbox']({}, signal)
    expect(tell(waiting)).toEqual([
      'approval of lead in shop: Run make docs',
      'unfinished of lead in shop: Run make',
    ])
    expect(waiting[1]).toMatchObject({ output: 'half of it\r\n', call: { spanId: cutOff } })
    const [listed] = await host.handlers['sessions.list']({}, signal)
    expect(listed).toMatchObject({ waiting: 1, cutOff: 1 })
    const resolution = 'skip' as const
    await host.handlers['calls.resolve'](
      { sessionId, spanId: waitingSpan(waiting), resolution },
      signal,
    )
  }
  await using host = await openTestHost({ dataDir: folder.path })
  expect(tell(await host.handlers['approvals.inbox']({}, signal))).toEqual([
    'approval of lead in shop: Run make docs',
  ])
})

function waitingSpan(items: readonly Listed[]): SpanId {
  const item = items.find(({ type }) => type === 'unfinished')
  if (item?.type !== 'unfinished') throw new Error('No call was cut off.')
  return item.call.spanId
}

test('what cannot be gone on with can only be rejected, and says so', async () => {
  using folder = temporaryFolder()
  await recordCrash(folder.path, '/gone/elsewhere')
  await using host = await openTestHost({ dataDir: folder.path })
  const [item] = await host.handlers['approvals.inbox']({}, signal)
  if (item?.type !== 'approval') throw new Error('Nobody was asked.')
  const { approvalId } = item.approval
  const decided = host.handlers['approvals.decide'](
    { sessionId, approvalId, decision: 'approve', by: 'person' },
    signal,
  )
  await expect(decided).rejects.toThrow('is not on this machine')
  expect(await host.handlers['approvals.inbox']({}, signal)).toContainEqual(item)

  const rejected = { sessionId, approvalId, decision: 'reject', by: 'person' } as const
  await host.handlers['approvals.decide'](rejected, signal)
  const spanId = waitingSpan(await host.handlers['approvals.inbox']({}, signal))
  await host.handlers['calls.resolve']({ sessionId, spanId, resolution: 'skip' }, signal)
  expect(await host.handlers['approvals.inbox']({}, signal)).toEqual([])
})
