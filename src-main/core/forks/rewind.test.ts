import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openForkedHost, readIn } from '../../../test/support/forked-host.ts'
import { calls, reads, scriptAgents } from '../../../test/support/scripted-agents.ts'

const files = { 'project/a.txt': 'first\n', 'project/own.txt': 'mine\n' }

const script = scriptAgents({
  go: [
    calls({
      name: 'write_todos',
      args: { todos: [{ content: 'Begin', status: 'in_progress' }] },
    }),
    calls({ name: 'write_file', args: { file_path: '/workspace/new.txt', content: 'one' } }),
    calls(reads('/workspace/a.txt'), {
      name: 'edit_file',
      args: { file_path: '/workspace/a.txt', old_string: 'first', new_string: 'second' },
    }),
  ],
})

test('rewinding shows what would change, restores it, and the conversation goes on from then', async () => {
  await using host = await openForkedHost({ files, script, isGit: true })
  await host.prompt('go')
  const spent = (await host.states()).usage.total
  await host.prompt('More.')
  writeFileSync(join(host.root, 'own.txt'), 'edited since\n')
  const { sessionId, client } = host
  const moment = { sessionId, seq: await host.seqOf('todos.changed') }
  const preview = await client['sessions.previewRewind'](moment)
  expect(preview.files.items).toEqual([
    { path: 'a.txt', change: 'changed', isConflict: false },
    { path: 'new.txt', change: 'removed', isConflict: false },
    { path: 'own.txt', change: 'changed', isConflict: true },
  ])
  expect(preview.obstacle).toBeUndefined()
  const stale = client['sessions.rewind']({ ...moment, expected: 'something else' })
  await expect(stale).rejects.toMatchObject({ code: 'conflict' })
  await client['sessions.rewind']({ ...moment, expected: preview.expected })
  const states = await host.states()
  expect([readIn(host.root, 'a.txt'), readIn(host.root, 'own.txt')]).toEqual([
    'first\n',
    'edited since\n',
  ])
  const said = states.transcript.threads['lead']?.map((id) => states.transcript.items[id])
  expect(said?.map((item) => item?.type)).toEqual(['input', 'call', 'rewind'])
  expect(said?.at(-1)).toMatchObject({ to: preview.seq, restored: 2 })
  expect(Object.values(states.todos.byAgent)).toEqual([
    [{ content: 'Begin', status: 'in_progress' }],
  ])
  expect(states.usage.total.calls).toBeGreaterThan(spent.calls)
  const before = host.server.requests.length
  const after = await host.prompt('Now differently.')
  expect(after.status.lastOutcome).toBe('ok')
  const told = host.server.requests[before]?.messages ?? []
  expect(told.filter(({ role }) => role === 'user').map(({ text }) => text)).toEqual([
    'go',
    'Now differently.',
  ])
  expect(told.filter(({ role }) => role === 'tool')).toHaveLength(1)
})

test('a file that a person has changed since is overwritten where that is chosen, and to the start nothing is remembered', async () => {
  await using host = await openForkedHost({ files, script })
  await host.prompt('go')
  writeFileSync(join(host.root, 'a.txt'), 'by hand\n')
  const { sessionId, client } = host
  const moment = { sessionId, seq: 2 }
  const { expected } = await client['sessions.previewRewind'](moment)
  await client['sessions.rewind']({ ...moment, expected, overwrite: ['a.txt'] })
  expect(readIn(host.root, 'a.txt')).toBe('first\n')
  const again = await client['sessions.previewRewind'](moment)
  expect(again.files.total).toBe(0)
  const before = host.server.requests.length
  await host.prompt('Hello.')
  const told = host.server.requests[before]?.messages ?? []
  expect(told.filter(({ role }) => role === 'user').map(({ text }) => text)).toEqual(['Hello.'])
})

test('while a run is on nothing is rewound, and a fork of a rewound session begins as it is seen', async () => {
  await using host = await openForkedHost({ files, script })
  await host.prompt('go')
  const { sessionId, client } = host
  const moment = { sessionId, seq: await host.seqOf('tool.ended', 2) }
  const { expected } = await client['sessions.previewRewind'](moment)
  await client['sessions.rewind']({ ...moment, expected })
  const fork = await client['sessions.fork']({
    sessionId,
    seq: await host.seqOf('session.rewound'),
  })
  const before = host.server.requests.length
  const after = await host.prompt('Go on.', fork.sessionId)
  expect(after.status.lastOutcome).toBe('ok')
  const told = host.server.requests[before]?.messages ?? []
  expect(told.filter(({ role }) => role === 'tool')).toHaveLength(2)
  const { runId } = await client['sessions.send']({ sessionId, text: 'go' })
  const running = client['sessions.rewind']({ ...moment, expected })
  await expect(running).rejects.toMatchObject({ code: 'conflict' })
  expect(runId).toBeTruthy()
  await client['sessions.stop']({ sessionId, how: 'kill' })
})
