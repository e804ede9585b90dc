import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture, type RunFixture } from '../../../../test/support/run-fixture.ts'

/** What any agent's plan still had open at the end. */
function openTodos(fixture: RunFixture): string[] {
  const plans = fixture.of('todos.changed')
  const last = new Map(plans.map(({ agentId, data }) => [agentId, data.todos]))
  expect(last.size).toBe(3)
  const left = [...last.values()].flat().filter(({ status }) => status !== 'completed')
  return left.map(({ content }) => content)
}

test('it reviews a change, and what it finds is really there', async () => {
  const files = { 'a.js': 'export const one = 1\n', 'b.js': 'export const two = 2\n' }
  await using fixture = await openRunFixture({ files, isGit: true, model: 'demo:scripted' })
  const changed = 'export const one = 1\nexport const isOne = (n) => n == eval("one")\n'
  writeFileSync(join(fixture.root, 'a.js'), changed)
  await fixture.runs.review(fixture.sessionId, { subject: { type: 'uncommitted' } })
  await fixture.runs.idle(fixture.sessionId)
  const [review] = Object.values(fixture.states().codeReviews.reviews)
  expect(review?.submitted).toMatchObject({
    ...{ by: 'orchestrator', recommendation: 'request_changes', unread: [], dropped: 0 },
    comments: [
      { file: 'a.js', line: 2, severity: 'high', category: 'injection', reviewers: ['security'] },
      { line: 2, reviewers: ['logic'], suggestion: expect.stringContaining('n === eval') },
    ],
  })
  expect(fixture.of('tool.ended').filter(({ data }) => data.outcome !== 'ok')).toEqual([])
  expectWhole(fixture)
})

test('of more than a reviewer can tell it tells the gravest, and how many more it saw', async () => {
  const files = { 'a.js': 'export const one = 1\n' }
  await using fixture = await openRunFixture({ files, isGit: true, model: 'demo:scripted' })
  const loose = Array.from({ length: 120 }, (_, at) => `export const is${at} = (n) => n == ${at}\n`)
  const swallows = 'try { one() } catch {}\n'
  writeFileSync(join(fixture.root, 'a.js'), [...loose, ...Array(5).fill(swallows)].join(''))
  await fixture.runs.review(fixture.sessionId, { subject: { type: 'uncommitted' } })
  await fixture.runs.idle(fixture.sessionId)
  const [review] = Object.values(fixture.states().codeReviews.reviews)
  expect(review?.submitted).toMatchObject({
    ...{ by: 'orchestrator', recommendation: 'comment' },
    summary: expect.stringContaining('The gravest are told: 25 more were seen.'),
  })
  const logic = review?.told.find(({ reviewer }) => reviewer === 'logic')
  const severities = logic?.findings.map(({ severity }) => severity)
  expect(severities).toEqual([...Array(5).fill('medium'), ...Array(95).fill('low')])
  expect(fixture.of('tool.ended').filter(({ data }) => data.outcome !== 'ok')).toEqual([])
})

const sample = resolve(import.meta.dirname, '../../../../resources/sample-project')

test('it explores any project with real tools, and reports what is really there', async () => {
  const files = {
    'package.json': '{ "name": "kettle", "scripts": { "build": "make" }, "main": "./src/main.ts" }',
    'README.md': '# Kettle\n\nKettle boils water in the cloud, quickly and at no cost.\n',
    'src/main.ts': '// TODO: boil\nexport const kettle = 1\n',
    'src/lid.ts': 'export const lid = 2\n',
    'src/lid.test.ts': 'test()\n',
    'docs/a.md': '# A\n',
  }
  await using fixture = await openRunFixture({ files, model: 'demo:scripted', profile: 'standard' })
  expect(await fixture.prompt('Explore')).toEqual({ outcome: 'ok' })
  const { timeline, usage, files: touched } = fixture.states()
  const lanes = timeline.laneOrder.map((id) => timeline.lanes[id]?.type)
  expect(lanes).toEqual(['lead', 'general-purpose', 'code-analyzer'])
  expect(Object.keys(touched.touched)).toEqual(['/docs/overview.md'])
  expect(usage.total.costUsd).toBe(0)
  expect(usage.total.unpricedCalls).toBe(0)
  expect(usage.total.outputTokens).toBeGreaterThan(100)
  const { projectId } = fixture.store.sessions.find(fixture.sessionId) ?? {}
  const overview = projectId && fixture.store.documents.read(projectId, '/docs/overview.md')?.text
  expect(overview).toContain('# kettle')
  expect(overview).toContain('Kettle boils water in the cloud')
  expect(overview).toContain('6 files were listed.')
  expect(overview).toContain('| TypeScript | 3 |')
  expect(overview).toContain('`build`: `make`')
  expect(overview).toContain('`src/lid.test.ts`')
  expect(overview).toContain('`src/main.ts:1` // TODO: boil')
  expect(fixture.of('tool.ended').filter(({ data }) => data.outcome !== 'ok')).toEqual([])
  expect(openTodos(fixture)).toEqual([])
  expectWhole(fixture)
})

test('on the sample it finds the bug, asks, repairs it and proves it', async () => {
  await using fixture = await openRunFixture({ model: 'demo:scripted', profile: 'standard' })
  cpSync(sample, fixture.root, { recursive: true })
  const approving = approveAll()
  expect(await fixture.prompt('Find out what is wrong and repair it')).toEqual({ outcome: 'ok' })
  await approving
  const asked = fixture.of('approval.requested').map(({ data }) => data.name)
  expect(asked).toEqual(['edit_file', 'run_command'])
  expect(fixture.of('approval.requested')[0]?.data.change?.path).toBe('/workspace/src/pages.js')
  const repaired = readFileSync(join(fixture.root, 'src/pages.js'), 'utf8')
  expect(repaired).toContain('Math.ceil(items / size)')
  const [terminal] = Object.values(fixture.states().terminals.terminals)
  expect(terminal).toMatchObject({ command: 'node --test', exitCode: 0 })
  const said = Object.values(fixture.states().transcript.items)
  const texts = said.map((item) => (item.type === 'text' ? item.text : ''))
  expect(texts.at(-1)).toContain('the tests pass')
  expect(texts.at(-1)).toMatch(/^- \*\*Place\*\*: `src\/pages\.js:\d+`\n- \*\*What is wrong\*\*/m)
  expect(openTodos(fixture)).toEqual([])
  expectWhole(fixture)

  async function approveAll(): Promise<void> {
    for (const place of [1, 2]) {
      const { data } = await fixture.until('approval.requested', place)
      const { approvalId } = data
      await fixture.runs.decide(fixture.sessionId, { approvalId, decision: 'approve' })
    }
  }
})

test('when the edit is refused it says so, and goes on', async () => {
  await using fixture = await openRunFixture({ model: 'demo:scripted', profile: 'standard' })
  cpSync(sample, fixture.root, { recursive: true })
  const refusing = fixture.until('approval.requested').then(({ data }) =>
    fixture.runs.decide(fixture.sessionId, {
      approvalId: data.approvalId,
      decision: 'reject',
      message: 'Not today.',
    }),
  )
  expect(await fixture.prompt('Repair it')).toEqual({ outcome: 'ok' })
  await refusing
  const items = Object.values(fixture.states().transcript.items)
  const texts = items.map((item) => (item.type === 'text' ? item.text : ''))
  expect(texts.at(-1)).toContain('not repaired: A person refused this call: Not today.')
  expect(await fixture.prompt('And now?')).toEqual({ outcome: 'ok' })
})
