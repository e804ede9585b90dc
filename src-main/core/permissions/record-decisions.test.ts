import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connectClient } from '#shared/contract/client.ts'
import { contract } from '#shared/contract/index.ts'
import type { AnyEvent } from '#shared/events/index.ts'
import type { ClientName } from '#shared/events/value.ts'
import { firstApproval } from '../../../test/support/first-approval.ts'
import { openHostInFolder } from '../../../test/support/host-in-folder.ts'
import { startModelServer } from '../../../test/support/model-server.ts'
import { createPair } from '../../transports/in-process.ts'
import { systemClock } from '../runtime/clock.ts'
import { openStore } from '../store/store.ts'

const CLI: ClientName = { type: 'cli', command: 'policy allow' }

test('a decision records the client that made it, in the session’s log or else in the store', async () => {
  await using host = await openHostInFolder()
  const { link, client: api, projectId, dataDir } = host
  const call = { name: 'run_command', args: { command: 'make one' } }
  await using server = await startModelServer((_, number) =>
    number === 1 ? { calls: [call] } : { text: 'Done.' },
  )
  const pair = createPair()
  link.serve(pair.host, { client: CLI, peers: [] })
  const cli = connectClient(pair.client, contract)
  const model = { model: 'compatible:scripted', baseUrl: server.url }
  const { sessionId } = await api['sessions.create']({ projectId, ...model })
  await cli['sessions.configure']({ sessionId, profile: 'standard' })
  await cli['policy.allow']({ projectId, tool: 'run_command', pattern: 'npm test' })
  await cli['settings.change']({ baseUrls: { anthropic: 'http://127.0.0.1:9' } })
  await api['sessions.send']({ sessionId, text: 'Make it.' })
  const approvalId = await firstApproval(api, sessionId)
  const always = { scope: 'project', pattern: 'make one' } as const
  await cli['approvals.decide']({ sessionId, approvalId, decision: 'approve', always })
  const rules = await api['policy.rules']({ projectId })
  expect(rules.map(({ pattern, client }) => [pattern, client])).toEqual([
    ['npm test', CLI],
    ['make one', CLI],
  ])
  const events: AnyEvent[] = []
  for await (const page of api['sessions.readEvents']({ sessionId, through: 1_000 }))
    events.push(...page)
  const made = events.flatMap(({ kind, data }) =>
    'client' in data && data.client ? [[kind, data.client]] : [],
  )
  expect(made).toEqual([
    ['session.configured', { type: 'api' }],
    ['session.configured', CLI],
    ['approval.decided', CLI],
    ['rule.added', CLI],
  ])
  await using store = await openStore({ dataDir, clock: systemClock, mode: 'reader' })
  expect(store.decisions.findClient('settings.change', 'baseUrls')).toEqual(CLI)
})

test('what a project’s files name says which client trusted it last, after its files changed as well', async () => {
  await using host = await openHostInFolder()
  const { link, client: api, projectId, folder } = host
  const servers = { one: { command: 'node', args: ['./server.js'] } }
  writeFileSync(join(folder, '.mcp.json'), JSON.stringify({ mcpServers: servers }))
  const pair = createPair()
  link.serve(pair.host, { client: CLI, peers: [] })
  const cli = connectClient(pair.client, contract)
  const list = async () => (await api['trust.list']({ projectId })).startables
  const trust = async (client: typeof api) => {
    const hashes = (await list()).map(({ hash }) => hash)
    await client['trust.grant']({ projectId, hashes })
  }
  const clients = async () => (await list()).map(({ isTrusted, client }) => [isTrusted, client])
  expect(await clients()).toEqual([[false, undefined]])
  await trust(api)
  expect(await clients()).toEqual([[true, { type: 'api' }]])
  writeFileSync(join(folder, 'server.js'), 'listen()')
  expect(await clients()).toEqual([[false, undefined]])
  await trust(cli)
  expect(await clients()).toEqual([[true, CLI]])
})
