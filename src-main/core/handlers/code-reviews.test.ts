import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listReviewAgents, toReviewResult } from '#shared/code-review/review-result.ts'
import { type ProjectId, ReviewId, type SessionId } from '#shared/lib/ids.ts'
import type { SessionStates } from '#shared/projections/index.ts'
import type { ModelName } from '#shared/settings/settings.ts'
import { joinStates } from '#shared/wire/state-chunks.ts'
import { type HostFixture, openHostFixture } from '../../../test/support/host-fixture.ts'
import type { Script } from '../../../test/support/model-server.ts'
import {
  AFTER,
  BEFORE,
  changesScript,
  divides,
  EVAL,
  reads,
  submits,
  tells,
} from '../../../test/support/review-agents.ts'
import { calls, says, scriptAgents } from '../../../test/support/scripted-agents.ts'
import { commitAll } from '../../../test/support/test-workspace.ts'

const script = scriptAgents(
  changesScript({
    orchestrator: [divides, calls(submits([EVAL]))],
    security: [calls(reads(1)), calls(tells([EVAL]))],
  }),
)
const uncommitted = { type: 'uncommitted' } as const

const keys = ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GEMINI_API_KEY']

interface Opened extends HostFixture {
  readonly projectId: ProjectId
}

/** A project in git, of which a file is changed. */
async function openChanged(
  files: Readonly<Record<string, string>> = {},
  agents: Script = script,
): Promise<Opened> {
  const all = { 'project/half.ts': BEFORE, ...files }
  const env = Object.fromEntries(keys.map((name) => [name, 'sk-test']))
  const fixture = await openHostFixture({ script: agents, files: all, env })
  const root = join(fixture.folder, 'project')
  commitAll(root)
  writeFileSync(join(root, 'half.ts'), AFTER)
  return { ...fixture, projectId: await fixture.open() }
}

interface Named {
  readonly model: ModelName
  readonly baseUrl: string
}

function modelOf({ server }: HostFixture): Named {
  return { model: 'compatible:scripted', baseUrl: server.url }
}

async function statesOf({ client }: HostFixture, sessionId: SessionId): Promise<SessionStates> {
  return (await joinStates(client['sessions.open']({ sessionId }))).states
}

/** Reviews what is uncommitted, to its end. */
async function review(opened: Opened, model: Named = modelOf(opened)) {
  const { client, projectId } = opened
  const asked = { projectId, subject: uncommitted, ...model }
  const started = await client['codeReviews.start'](asked)
  const { sessionId } = started
  for await (const page of client['sessions.events']({ sessionId, after: 0 })) {
    if (page.some(({ kind }) => kind === 'run.ended')) break
  }
  return started
}

test('a review is begun in a session of its own, and is in its log', async () => {
  await using opened = await openChanged()
  const { sessionId, reviewId, runId } = await review(opened)
  const { codeReviews, status } = await statesOf(opened, sessionId)
  expect(status).toMatchObject({ title: 'Review of uncommitted work', lastOutcome: 'ok' })
  expect(codeReviews.reviews[reviewId]).toMatchObject({
    runIds: [runId],
    submitted: { by: 'orchestrator', comments: [{ file: 'half.ts', line: 2 }] },
  })
  expect(await opened.client['runs.list']({ sessionId })).toMatchObject([
    { run: 1, prompt: '', reviewOf: uncommitted },
  ])
})

test('a session’s own changes are reviewed in it, one review at a time', async () => {
  await using opened = await openChanged()
  const { client, projectId } = opened
  const sessionId = await opened.createSession(projectId)
  await expect(
    client['codeReviews.start']({ projectId, sessionId, subject: { type: 'session' } }),
  ).rejects.toMatchObject({ code: 'invalid-input', details: { data: { isUnchanged: true } } })
  const started = await client['codeReviews.start']({ projectId, sessionId, subject: uncommitted })
  expect(started.sessionId).toBe(sessionId)
  await expect(
    client['codeReviews.start']({ projectId, sessionId, subject: uncommitted }),
  ).rejects.toMatchObject({ code: 'conflict' })
})

test('what can’t be reviewed is refused with a sentence, and leaves no session behind', async () => {
  await using opened = await openChanged()
  const { client, projectId } = opened
  const start = (asked: object) =>
    expect(
      client['codeReviews.start']({
        projectId,
        subject: uncommitted,
        ...modelOf(opened),
        ...asked,
      }),
    ).rejects
  const refused = { code: 'invalid-input' }
  await start({ subject: { type: 'staged' } }).toMatchObject(refused)
  await start({ subject: { type: 'base', ref: '--output=x' } }).toMatchObject(refused)
  await start({ subject: { type: 'session' } }).toMatchObject(refused)
  await start({ subject: { type: 'diff', name: 'x', text: 'nothing' } }).toMatchObject(refused)
  await start({ reviewers: ['nobody'] }).toMatchObject(refused)
  await start({ projectId: 'prj_none' }).toMatchObject({ code: 'not-found' })
  expect(await client['sessions.list']({})).toEqual([])
  const sessionId = await opened.createSession(projectId)
  await start({ sessionId }).toThrow(/its own model/)
  const other = { model: undefined, baseUrl: undefined, projectId: await opened.open('other') }
  await start({ sessionId, ...other }).toThrow(/another project/)
})

test('a person settles comments, as long as there are those', async () => {
  await using opened = await openChanged()
  const { client } = opened
  const { sessionId, reviewId } = await review(opened)
  const settle = (how: 'sent' | 'dismissed' | 'reopened', comments = [0], id = reviewId) =>
    client['codeReviews.settle']({ sessionId, reviewId: id, comments, how })
  const settled = async () =>
    (await statesOf(opened, sessionId)).codeReviews.reviews[reviewId]?.submitted?.comments.map(
      (comment) => comment.settled,
    )
  await settle('dismissed')
  expect(await settled()).toEqual(['dismissed'])
  // Another window has not seen it yet.
  const conflict = { code: 'conflict' }
  await expect(settle('sent')).rejects.toMatchObject(conflict)
  await expect(
    client['codeReviews.accept']({ sessionId, reviewId, comment: 0 }),
  ).rejects.toMatchObject(conflict)
  expect(await settled()).toEqual(['dismissed'])
  await settle('reopened')
  expect(await settled()).toEqual([undefined])
  await expect(settle('reopened')).rejects.toMatchObject(conflict)
  const gone = { code: 'not-found' }
  await expect(settle('sent', [0, 1])).rejects.toMatchObject(gone)
  await expect(settle('sent', [0], ReviewId.parse('rev___proto__'))).rejects.toMatchObject(gone)
  expect(await settled()).toEqual([undefined])
})

test('a suggestion is taken once, as an edit of the person’s', async () => {
  await using opened = await openChanged()
  const { client, folder } = opened
  const { sessionId, reviewId } = await review(opened)
  const accept = (comment: number) => client['codeReviews.accept']({ sessionId, reviewId, comment })
  await expect(accept(1)).rejects.toMatchObject({ code: 'not-found' })
  const [first, second] = await Promise.allSettled([accept(0), accept(0)])
  expect([first?.status, second?.status]).toEqual(['fulfilled', 'rejected'])
  const text = readFileSync(join(folder, 'project', 'half.ts'), 'utf8')
  expect(text).toBe(AFTER.replace('return eval(n) / 2', 'return Number(n) / 2'))
  const { reviews } = (await statesOf(opened, sessionId)).codeReviews
  expect(reviews[reviewId]?.submitted?.comments).toMatchObject([{ settled: 'accepted' }])
})

test('reviewers are ours, the person’s and the project’s, with what is wrong with any', async () => {
  const definition = (name: string, description: string) =>
    `---\nname: ${name}\ndescription: ${description}\n---\nLook for it.\n`
  await using opened = await openChanged({
    'project/.orrery/reviewers/words.md': definition('words', 'Spelling'),
    'project/.orrery/reviewers/logic.md': definition('logic', 'Ours instead'),
    'project/.orrery/reviewers/broken.md': 'Nothing.',
    'home/.orrery/reviewers/speed.md': definition('speed', 'What is slow'),
  })
  const { reviewers, wrong, base } = await opened.client['codeReviews.choices']({
    projectId: opened.projectId,
  })
  expect(reviewers.map(({ name, source }) => `${name} ${source}`).toSorted()).toEqual([
    'design built-in',
    'logic project',
    'security built-in',
    'speed home',
    'words project',
  ])
  expect(reviewers.find(({ name }) => name === 'words')).toMatchObject({
    ...{ description: 'Spelling', problems: [] },
    path: expect.stringContaining('words.md'),
  })
  expect(wrong).toEqual([{ path: expect.stringContaining('broken.md'), error: expect.any(String) }])
  expect(['main', 'master']).toContain(base)
})

/** How each provider's client asks for a call of a tool, whichever there is. */
const forced: Readonly<Record<string, object>> = {
  openai: { tool_choice: 'required' },
  anthropic: { tool_choice: { type: 'any' } },
  google: { toolConfig: { functionCallingConfig: { mode: 'ANY' } } },
}

test('the same review through three providers’ clients comes to the same, also where who conducts it forgets to submit', async () => {
  const forgetful = changesScript({
    orchestrator: [divides, says('All fine, I think.'), calls(submits([EVAL]))],
    security: [calls(reads(1)), calls(tells([EVAL]))],
  })
  await using opened = await openChanged({}, scriptAgents(forgetful))
  const { url, origin } = opened.server
  const models: readonly Named[] = [
    { model: 'openai:gpt-5.5', baseUrl: url },
    { model: 'anthropic:claude-sonnet-5', baseUrl: origin },
    { model: 'google:gemini-2.5-pro', baseUrl: origin },
  ]
  const results: unknown[] = []
  for (const model of models) {
    const { sessionId, reviewId } = await review(opened, model)
    const states = await statesOf(opened, sessionId)
    const found = states.codeReviews.reviews[reviewId]
    if (!found) throw new Error('There is a review.')
    const agents = listReviewAgents(states, found).map(({ name, calls: made }) => [name, made])
    const result = toReviewResult(found, { agents: [] })
    if (!result) throw new Error('It was submitted.')
    const { tokensUsed, costUsd: _, reviewId: __, ...said } = result
    expect(tokensUsed).toBeGreaterThan(0)
    results.push({ ...said, agents: agents.toSorted() })
  }
  const byFormat = Map.groupBy(opened.server.requests, ({ format }) => format)
  expect([...byFormat.keys()]).toEqual(Object.keys(forced))
  for (const [format, requests] of byFormat) {
    const asked = requests.filter(({ tools }) => tools.join() === 'submit_review')
    expect(asked.map(({ body }) => body)).toMatchObject([forced[format]])
  }
  expect(results[0]).toMatchObject({ submittedBy: 'orchestrator', comments: [EVAL] })
  expect(results.slice(1)).toEqual([results[0], results[0]])
})
