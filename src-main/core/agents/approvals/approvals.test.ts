import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ModelRequest, Reply } from '../../../../test/support/model-server.ts'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture } from '../../../../test/support/run-fixture.ts'

function askOnce(...calls: NonNullable<Reply['calls']>) {
  return (request: ModelRequest): Reply =>
    request.messages.some(({ role }) => role === 'tool') ? { text: 'Thanks.' } : { calls }
}

const settings = { '.orrery/settings.json': '{ "interruptOn": { "write_file": true } }' }
const write = (name: string) => ({
  name: 'write_file',
  id: name,
  args: { file_path: `/workspace/${name}`, content: name },
})

test('several calls wait at once, and each is decided in its own way', async () => {
  const script = askOnce(write('a'), write('b'), write('c'), write('d'))
  await using fixture = await openRunFixture({ script, files: settings })
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: 'go' })
  await fixture.until('approval.requested', 4)
  expect(fixture.of('tool.started')).toEqual([])
  const idOf = (name: string) => {
    const found = fixture.of('approval.requested').find(({ data }) => data.toolCallId === name)
    if (!found) throw new Error(`Nobody asked for ${name}.`)
    return found.data.approvalId
  }
  const args = { file_path: '/workspace/c', content: 'edited' }
  await runs.decide(sessionId, { approvalId: idOf('b'), decision: 'reject', message: 'No b.' })
  await runs.decide(sessionId, { approvalId: idOf('c'), decision: 'edit', args })
  await runs.decide(sessionId, { approvalId: idOf('d'), decision: 'respond', message: 'I did d.' })
  await runs.decide(sessionId, { approvalId: idOf('a'), decision: 'approve' })
  await expect(
    runs.decide(sessionId, { approvalId: idOf('a'), decision: 'reject' }),
  ).rejects.toThrow('decided already')
  await runs.idle(sessionId)
  const read = (name: string) => readFileSync(join(fixture.root, name), 'utf8')
  expect([read('a'), read('c')]).toEqual(['a', 'edited'])
  const answers = fixture.server.requests[1]?.messages.filter(({ role }) => role === 'tool')
  expect(answers?.map(({ text }) => text)).toEqual([
    'Created /workspace/a.',
    'A person refused this call: No b.',
    'Created /workspace/c.',
    'I did d.',
  ])
  expectWhole(fixture)
})

test('a key that a person writes into a decision is in no log, and told to no model', async () => {
  const key = 'sk-4711-geheim'
  const script = askOnce(write('a'), write('b'))
  await using fixture = await openRunFixture({ script, files: settings, key })
  const { sessionId } = fixture
  await fixture.runs.send(sessionId, { text: 'go' })
  await fixture.until('approval.requested', 2)
  await fixture.close()
  await fixture.restart()
  const [first, second] = fixture.of('approval.requested').map(({ data }) => data.approvalId)
  if (!first || !second) throw new Error('Nobody asked.')
  const args = { file_path: '/workspace/a', content: `It is ${key}.` }
  await fixture.runs.decide(sessionId, { approvalId: first, decision: 'edit', args })
  const message = `Not with ${key}.`
  await fixture.runs.decide(sessionId, { approvalId: second, decision: 'reject', message })
  await fixture.runs.idle(sessionId)
  const decided = JSON.stringify(fixture.of('approval.decided'))
  expect(decided).toContain('Not with [key].')
  expect(decided).toContain('It is [key].')
  expect(JSON.stringify(fixture.events())).not.toContain(key)
  const asked = fixture.server.requests.map(({ body }) => body)
  expect(JSON.stringify(asked)).not.toContain(key)
  expectWhole(fixture)
})

test('a wrong decision is refused and harms nothing', async () => {
  await using fixture = await openRunFixture({ script: askOnce(write('a')), files: settings })
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: 'go' })
  const { data } = await fixture.until('approval.requested')
  const { approvalId } = data
  await expect(runs.decide(sessionId, { approvalId, decision: 'edit' })).rejects.toThrow(
    'arguments',
  )
  await expect(runs.decide(sessionId, { approvalId, decision: 'respond' })).rejects.toThrow(
    'Say what',
  )
  await runs.decide(sessionId, { approvalId, decision: 'approve' })
  await runs.idle(sessionId)
  expect(fixture.of('run.ended')[0]?.data).toEqual({ outcome: 'ok' })
})

test('a run that is stopped while it waits asks again when it is resumed', async () => {
  await using fixture = await openRunFixture({ script: askOnce(write('a')), files: settings })
  const { runs, sessionId } = fixture
  const runId = await runs.send(sessionId, { text: 'go' })
  await fixture.until('approval.requested')
  await runs.kill(sessionId)
  expect(fixture.states().status).toMatchObject({ waiting: 0, lastOutcome: 'cancelled' })
  await runs.resume(sessionId)
  const { data } = await fixture.until('approval.requested', 2)
  await runs.decide(sessionId, { approvalId: data.approvalId, decision: 'approve' })
  await runs.idle(sessionId)
  expect(fixture.of('run.started')[1]?.data.resumes).toBe(runId)
  expect(readFileSync(join(fixture.root, 'a'), 'utf8')).toBe('a')
  expect(fixture.states().timeline.laneOrder).toHaveLength(1)
  expectWhole(fixture)
  await expect(runs.resume(sessionId)).rejects.toThrow('no run to go on with')
})

test('another message closes what waits', async () => {
  const script = (request: ModelRequest, number: number): Reply =>
    number === 1 ? { calls: [write('a')] } : { text: request.messages.at(-2)?.text ?? '' }
  await using fixture = await openRunFixture({ script, files: settings })
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: 'go' })
  await fixture.until('approval.requested')
  await runs.send(sessionId, { text: 'never mind', whileRunning: 'stop' })
  await runs.idle(sessionId)
  expect(fixture.states().approvals.open).toEqual([])
  expect(fixture.server.requests[1]?.messages.at(-2)?.text).toContain('was not run')
  expectWhole(fixture)
})

test('what a person changed meanwhile is not overwritten by an old preview', async () => {
  const edit = { file_path: '/workspace/a.txt', old_string: 'one', new_string: 'ONE' }
  const files = { ...settings, 'a.txt': 'one two\n' }
  const asking = { '.orrery/settings.json': '{ "interruptOn": { "edit_file": true } }' }
  const read = { name: 'read_file', args: { file_path: edit.file_path } }
  const script = askOnce(read, { name: 'edit_file', args: edit })
  await using fixture = await openRunFixture({ script, files: { ...files, ...asking } })
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: 'go' })
  const { data } = await fixture.until('approval.requested')
  const hash = data.change?.after.hash
  const after = hash ? fixture.store.blobs.get(hash) : undefined
  expect(new TextDecoder().decode(after)).toBe('ONE two\n')
  writeFileSync(join(fixture.root, 'a.txt'), 'one three\n')
  await runs.decide(sessionId, { approvalId: data.approvalId, decision: 'approve' })
  await runs.idle(sessionId)
  expect(readFileSync(join(fixture.root, 'a.txt'), 'utf8')).toBe('ONE three\n')
})

test('what waits goes on waiting when the host closes, and is decided in the next one', async () => {
  await using fixture = await openRunFixture({ script: askOnce(write('a')), files: settings })
  await fixture.runs.send(fixture.sessionId, { text: 'go' })
  const { data } = await fixture.until('approval.requested')
  await fixture.close()
  await fixture.restart()
  expect(fixture.of('run.ended').map((event) => event.data.outcome)).toEqual(['interrupted'])
  expect(fixture.states().approvals.open).toEqual([data.approvalId])
  const { approvalId } = data
  await fixture.runs.decide(fixture.sessionId, { approvalId, decision: 'approve' })
  await fixture.runs.idle(fixture.sessionId)
  expect(fixture.of('approval.requested')).toHaveLength(1)
  expect(readFileSync(join(fixture.root, 'a'), 'utf8')).toBe('a')
  expectWhole(fixture)
})

test('a change to the rules that ask is asked for, also by way of a link', async () => {
  const args = { file_path: '/workspace/link/settings.json', content: '{}' }
  await using fixture = await openRunFixture({
    script: askOnce({ name: 'write_file', args }),
    files: { '.orrery/settings.json': '{ "interruptOn": {} }' },
  })
  symlinkSync('.orrery', join(fixture.root, 'link'))
  await fixture.runs.send(fixture.sessionId, { text: 'go' })
  const { data } = await fixture.until('approval.requested')
  expect(data.rule).toContain('what agents may do')
})
