import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ApprovalId } from '#shared/lib/ids.ts'
import type { Decision } from '#shared/settings/settings.ts'
import type { ModelRequest, Reply } from '../../../../test/support/model-server.ts'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture, type RunFixture } from '../../../../test/support/run-fixture.ts'
import { calls, says, scriptAgents, task } from '../../../../test/support/scripted-agents.ts'
import type { DecisionInput } from './decision.ts'

const write = (name: string, content = name) => ({
  name: 'write_file',
  id: name,
  args: { file_path: `/workspace/${name}`, content },
})

function askOnce(...asked: NonNullable<Reply['calls']>) {
  return (request: ModelRequest): Reply =>
    request.messages.some(({ role }) => role === 'tool') ? { text: 'Done.' } : { calls: asked }
}

const allow = (...allowedDecisions: readonly Decision[]) => ({
  '.orrery/settings.json': JSON.stringify({ interruptOn: { write_file: { allowedDecisions } } }),
})

const decisions: Readonly<Record<Decision, Omit<DecisionInput, 'approvalId'>>> = {
  approve: { decision: 'approve' },
  edit: { decision: 'edit', args: { file_path: '/workspace/a', content: 'edited' } },
  reject: { decision: 'reject', message: 'No.' },
  respond: { decision: 'respond', message: 'I did it.' },
}

async function refusalsOf(
  { runs, sessionId }: RunFixture,
  approvalId: ApprovalId,
  refused: readonly Decision[],
): Promise<readonly string[]> {
  const refusals: string[] = []
  for (const decision of refused) {
    const decided = runs.decide(sessionId, { approvalId, ...decisions[decision] })
    refusals.push(
      await decided.then(
        () => 'taken',
        (error: Error) => error.message,
      ),
    )
  }
  return refusals
}

test.each([
  [['approve', 'reject'], ['edit', 'respond'], 'approve or reject'],
  [['edit'], ['approve', 'reject', 'respond'], 'edit'],
  [['respond', 'reject'], ['approve', 'edit'], 'reject or respond'],
] as const)('where only %j is allowed, %j is refused', async (allowed, refused, use) => {
  const options = { script: askOnce(write('a')), files: allow(...allowed) }
  await using fixture = await openRunFixture(options)
  await fixture.runs.send(fixture.sessionId, { text: 'go' })
  const { data } = await fixture.until('approval.requested')
  expect(data.allowedDecisions.toSorted()).toEqual([...allowed].toSorted())
  expect(await refusalsOf(fixture, data.approvalId, refused)).toEqual(
    refused.map((one) => `This request can't be decided with ${one}. Use ${use}.`),
  )
  expect(fixture.of('approval.decided')).toEqual([])
  const [first] = allowed
  await fixture.runs.decide(fixture.sessionId, {
    approvalId: data.approvalId,
    ...decisions[first],
  })
  await fixture.runs.idle(fixture.sessionId)
  expect(fixture.of('run.ended')[0]?.data).toEqual({ outcome: 'ok' })
  expectWhole(fixture)
})

test('the request of a subagent, and one that outlives a restart, allow the same', async () => {
  const script = scriptAgents({
    go: [calls(task('writes')), says('Done.')],
    writes: [calls(write('a')), says('Written.')],
  })
  await using fixture = await openRunFixture({ script, files: allow('approve', 'reject') })
  await fixture.runs.send(fixture.sessionId, { text: 'go' })
  const { data } = await fixture.until('approval.requested')
  await fixture.close()
  await fixture.restart()
  const [refusal] = await refusalsOf(fixture, data.approvalId, ['edit'])
  expect(refusal).toContain("can't be decided with edit")
  await fixture.runs.decide(fixture.sessionId, {
    approvalId: data.approvalId,
    decision: 'approve',
  })
  await fixture.runs.idle(fixture.sessionId)
  expect(readFileSync(join(fixture.root, 'a'), 'utf8')).toBe('a')
  expectWhole(fixture)
})

test('a rule made of one call approves no waiting call that a rule may not approve', async () => {
  const rules = write('.orrery/settings.json', '{}')
  const files = { '.orrery/settings.json': '{ "interruptOn": { "write_file": true } }' }
  await using fixture = await openRunFixture({
    script: askOnce(write('a'), write('b'), rules),
    files,
  })
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: 'go' })
  await fixture.until('approval.requested', 3)
  const idOf = (name: string) => {
    const found = fixture.of('approval.requested').find(({ data }) => data.toolCallId === name)
    if (!found) throw new Error(`There is no request for ${name}.`)
    return found.data.approvalId
  }
  const always = { scope: 'session' } as const
  await runs.decide(sessionId, { approvalId: idOf('a'), decision: 'approve', always })
  expect(fixture.of('approval.decided').map(({ data }) => data.approvalId)).toEqual([
    idOf('a'),
    idOf('b'),
  ])
  await runs.decide(sessionId, { approvalId: idOf('.orrery/settings.json'), decision: 'reject' })
  await runs.idle(sessionId)
  expect(readFileSync(join(fixture.root, '.orrery/settings.json'), 'utf8')).toContain('true')
})

test.each([
  ['keys that the tool would ignore', { file_path: '/workspace/a', content: 'x', mode: '0777' }],
  ['missing keys', { content: 'x' }],
  ['keys of the wrong type', { file_path: '/workspace/a', content: 7 }],
  ['no arguments', {}],
])('an edit with %s is refused before it counts', async (_, args) => {
  const files = { '.orrery/settings.json': '{ "interruptOn": { "write_file": true } }' }
  await using fixture = await openRunFixture({ script: askOnce(write('a')), files })
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: 'go' })
  const { data } = await fixture.until('approval.requested')
  const { approvalId } = data
  const edited = { approvalId, decision: 'edit', args } as const
  await expect(runs.decide(sessionId, edited)).rejects.toThrow('write_file')
  await expect(runs.decide(sessionId, { approvalId, decision: 'approve', args })).rejects.toThrow(
    'Only an edit has arguments',
  )
  expect(fixture.of('approval.decided')).toEqual([])
  await runs.decide(sessionId, { approvalId, decision: 'reject' })
  await runs.idle(sessionId)
})

test('a project that allows unknown decisions is told so before a run starts', async () => {
  const options = { script: askOnce(write('a')), files: allow('approve') }
  await using fixture = await openRunFixture(options)
  const send = (interruptOn: unknown) => {
    const path = join(fixture.root, '.orrery/settings.json')
    writeFileSync(path, JSON.stringify({ interruptOn }))
    return fixture.runs.send(fixture.sessionId, { text: 'go' })
  }
  const wrong = 'allowedDecisions with approve, edit, reject, respond'
  await expect(send({ write_file: { allowedDecisions: ['accept'] } })).rejects.toThrow(wrong)
  await expect(send({ write_file: { allowedDecisions: [] } })).rejects.toThrow(wrong)
  for (const unknown of ['alowedDecisions', 'allow_edit']) {
    await expect(send({ write_file: { [unknown]: ['approve'] } })).rejects.toThrow(
      `interruptOn.write_file: It can't have ${unknown}.`,
    )
  }
  await send({ write_file: { allowed_decisions: ['approve', 'reject'] } })
  const { data } = await fixture.until('approval.requested')
  expect(data.allowedDecisions).toEqual(['approve', 'reject'])
  await fixture.runs.kill(fixture.sessionId)
})
