import { readFileSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { Draft } from '#shared/events/index.ts'
import { ProjectId, ReviewId, type SessionId, SpanId } from '#shared/lib/ids.ts'
import { openFixture, type StoreFixture } from '../../../../test/support/store-fixture.ts'
import { indexFileIn } from './open-index.ts'
import { Search } from './search.ts'

const lead = SpanId.parse('spn_lead')
const call = SpanId.parse('spn_call')
const usage = {
  inputTokens: 1,
  outputTokens: 1,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
}

function prompt(text: string): Draft {
  return { kind: 'input.received', data: { text, attachments: [], files: [], isQueued: false } }
}

function delta(text: string, spanId: SpanId = call): Draft {
  return { kind: 'model.delta', agentId: lead, spanId, data: { channel: 'text', text } }
}

function openSearch(fixture: StoreFixture): Search {
  return new Search({
    store: fixture.store,
    report: (error) => {
      throw error
    },
  })
}

/** A worker is slow to start where many run. */
const patient = { timeout: 60_000, interval: 50 }

/** What the answer says in one line each, once all is indexed. */
async function find(
  search: Search,
  text: string,
  more: Partial<Parameters<Search['find']>[0]> = {},
) {
  const { found } = await search.find({ text, limit: 20, ...more })
  return found.map(({ seq, type, snippet }) => {
    const marked = snippet.map((part) => (part.isMarked ? `[${part.text}]` : part.text)).join('')
    return `${seq} ${type} ${marked}`
  })
}

/** Asks until the answer is this one. */
async function expectFound(
  search: Search,
  text: string,
  expected: readonly string[],
  more: Partial<Parameters<Search['find']>[0]> = {},
) {
  await vi.waitFor(async () => expect(await find(search, text, more)).toEqual(expected), patient)
}

test('what was said and done is found, newest first, with what matches marked', async () => {
  await using fixture = await openFixture()
  await using search = openSearch(fixture)
  const id = await fixture.newSession()
  const { store } = fixture
  await store.events.append(id, [
    prompt('Why does parseRoute in src/auth/token.ts refuse --dry-run? Ünïcode, 東京タワー'),
    {
      kind: 'agent.started',
      spanId: lead,
      agentId: lead,
      data: { type: 'lead', description: '', model: { provider: 'p', model: 'm' } },
    },
    delta('Let me look at tok'),
    delta('en.ts: the route'),
    delta('r is there.'),
    {
      kind: 'model.ended',
      agentId: lead,
      spanId: call,
      data: {
        provider: 'p',
        model: 'm',
        outcome: 'ok',
        usage,
        isEstimated: false,
        costUsd: null,
      },
    },
    {
      kind: 'tool.started',
      agentId: lead,
      spanId: SpanId.parse('spn_tool'),
      data: {
        toolCallId: 'c1',
        name: 'read_file',
        title: 'Read src/auth/token.ts',
        effect: 'read',
        args: { json: { path: '/workspace/src/auth/token.ts', lines: [1, 'two\nthree'] } },
      },
    },
    {
      kind: 'tool.ended',
      agentId: lead,
      spanId: SpanId.parse('spn_tool'),
      data: { outcome: 'error', error: 'There is no such file.', result: 'snake_case_name' },
    },
  ])
  await expectFound(search, 'token.ts', [
    '8 call Read src/auth/[token.ts] /workspace/src/auth/[token.ts] 1 two three',
    '5 answer Let me look at [token.ts]: the router is there.',
    '2 prompt Why does parseRoute in src/auth/[token.ts] refuse --dry-run? Ünïcode, 東京タワー',
  ])
  const numbers = async (text: string) =>
    (await find(search, text)).map((line) => line.split(' ', 2).join(' '))
  expect(await numbers('parseroute')).toEqual(['2 prompt'])
  expect(await numbers('src/auth/token.ts')).toEqual(['8 call', '2 prompt'])
  expect(await numbers('"no such" file')).toEqual(['9 error'])
  expect(await numbers('"such no"')).toEqual([])
  expect(await numbers('--dry-run')).toEqual(['2 prompt'])
  expect(await numbers('unicode')).toEqual(['2 prompt'])
  expect(await numbers('UNÏCODE')).toEqual(['2 prompt'])
  expect(await numbers('京タ')).toEqual(['2 prompt'])
  expect(await numbers('snake_case')).toEqual(['9 result'])
  expect(await numbers('router')).toEqual(['6 answer'])
  expect(await numbers('rout ')).toEqual([])
  expect(await numbers('three')).toEqual(['8 call'])
  expect(await find(search, 'token', { types: ['answer'] })).toHaveLength(1)
  expect(await find(search, 'token', { sessionId: id, projectId: fixture.projectId })).toHaveLength(
    3,
  )
  expect(await find(search, 'token', { projectId: ProjectId.parse('prj_other') })).toEqual([])
  const { found } = await search.find({ text: 'router', limit: 1 })
  expect(found).toMatchObject([{ sessionId: id, spanId: call, agentId: lead, agent: 'lead' }])
})

test('pages follow each other without a gap', async () => {
  await using fixture = await openFixture()
  await using search = openSearch(fixture)
  const id = await fixture.newSession()
  const drafts = Array.from({ length: 25 }, (_, index) => prompt(`page ${index}`))
  await fixture.store.events.append(id, drafts)
  await vi.waitFor(
    async () => expect(await find(search, 'page', { limit: 30 })).toHaveLength(25),
    patient,
  )
  const seqs: number[] = []
  let before: number | undefined
  do {
    const { found, next } = await search.find({ text: 'page', limit: 10, before })
    seqs.push(...found.map(({ seq }) => seq))
    before = next
  } while (before !== undefined)
  expect(seqs).toEqual(Array.from({ length: 25 }, (_, index) => 26 - index))
})

test('an answer is found while it streams, and once', async () => {
  await using fixture = await openFixture()
  await using search = openSearch(fixture)
  const id = await fixture.newSession()
  await fixture.store.events.append(id, [delta('A lantern ')])
  await expectFound(search, 'lantern', ['2 answer A [lantern] '])
  await fixture.store.events.append(id, [
    delta('in the fog. '),
    delta('word '.repeat(3_000)),
    delta('lighthouse'),
  ])
  await vi.waitFor(
    async () =>
      expect((await find(search, '"in the fog"'))[0]).toMatch(/^3 answer A lantern \[in the fog\]/),
    patient,
  )
  await vi.waitFor(async () => expect(await find(search, 'lighthouse')).toHaveLength(1), patient)
  expect(await find(search, 'lantern')).toHaveLength(1)
})

test('a summary is found where it takes the place of what it sums up, and as nobody’s answer', async () => {
  await using fixture = await openFixture()
  await using search = openSearch(fixture)
  const id = await fixture.newSession()
  const { events } = fixture.store
  const model = { provider: 'p', model: 'm' }
  await events.append(id, [
    {
      kind: 'model.started',
      agentId: lead,
      spanId: call,
      data: {
        ...model,
        purpose: 'summary',
        attempt: 1,
        request: { messages: [], params: {} },
      },
    },
    delta('They spoke of zebras'),
    prompt('And giraffes?'),
  ])
  await expectFound(search, 'giraffes', ['4 prompt And [giraffes]?'])
  await events.append(id, [
    delta(' and of giraffes.'),
    {
      kind: 'model.ended',
      agentId: lead,
      spanId: call,
      data: { ...model, outcome: 'ok', usage, isEstimated: false, costUsd: null },
    },
    {
      kind: 'context.compacted',
      agentId: lead,
      data: {
        summary: 'They spoke of zebras and of giraffes.',
        droppedMessages: 4,
        keptMessages: 1,
      },
    },
    delta('Zebras, then.', SpanId.parse('spn_step')),
  ])
  await expectFound(search, 'zebras', [
    '8 answer [Zebras], then.',
    '7 summary They spoke of [zebras] and of giraffes.',
  ])
})

test('an index goes on where the last host left it, and follows what is deleted', async () => {
  await using fixture = await openFixture()
  const [one, two] = [await fixture.newSession(), await fixture.newSession()]
  const word = 'xylographicallyunmistakable'
  await fixture.store.events.append(one, [prompt(`${word} here`), delta(`${word} streams`)])
  await fixture.store.events.append(two, [prompt(`${word} there`)])
  {
    await using search = openSearch(fixture)
    await vi.waitFor(async () => expect(await find(search, word)).toHaveLength(3), patient)
  }
  await fixture.reopen()
  await fixture.store.events.append(one, [delta(' on')])
  await using search = openSearch(fixture)
  await expectFound(search, '"streams on"', [`4 answer ${word} [streams on]`])
  expect(await find(search, word)).toHaveLength(3)
  expect(isInFile(fixture, word)).toBe(true)
  await fixture.store.sessions.delete(one)
  expect(await find(search, word)).toHaveLength(1)
  await fixture.store.sessions.delete(two)
  expect(await find(search, word)).toEqual([])
  await vi.waitFor(() => expect(isInFile(fixture, word)).toBe(false), patient)
})

function isInFile({ dataDir }: StoreFixture, word: string): boolean {
  const files = ['', '-wal'].map((suffix) => readFileSync(indexFileIn(dataDir) + suffix))
  return files.some((bytes) => bytes.includes(word))
}

test('a damaged index is made anew', async () => {
  await using fixture = await openFixture()
  const id = await fixture.newSession()
  await fixture.store.events.append(id, [prompt('lost and found')])
  {
    await using search = openSearch(fixture)
    await vi.waitFor(async () => expect(await find(search, 'found')).toHaveLength(1), patient)
  }
  for (const content of ['not a database at all', '']) {
    writeFileSync(indexFileIn(fixture.dataDir), content)
    await using search = openSearch(fixture)
    await vi.waitFor(async () => expect(await find(search, 'found')).toHaveLength(1), patient)
  }
})

test('whatever is typed is understood, and every word of every prompt is found', async () => {
  await using fixture = await openFixture()
  await using search = openSearch(fixture)
  const id = await fixture.newSession()
  let seq = 1
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: fc.constantFrom(...'ab"\'*()^:-+{}. ANDORNOT/\\\0é東'), maxLength: 40 }),
  )
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      await search.find({ text, limit: 5 })
    }),
    { numRuns: 150 },
  )
  const prompts = fc.sample(texts, 100).map((text) => text.toWellFormed())
  await fixture.store.events.append(id, prompts.map(prompt))
  seq += prompts.length
  await fixture.store.events.append(id, [prompt('sentinelword')])
  await vi.waitFor(async () => expect(await find(search, 'sentinelword')).toHaveLength(1), patient)
  let checked = 0
  for (const [index, text] of prompts.entries()) {
    for (const word of text.split(/[\s"]+/)) {
      if (!/[\p{L}\p{N}]/u.test(word)) continue
      checked += 1
      const found = await allSeqs(search, word)
      expect(found, JSON.stringify(word)).toContain(index + 2)
    }
  }
  expect([checked > 50, seq]).toEqual([true, 101])
})

async function allSeqs(search: Search, text: string): Promise<readonly number[]> {
  const { found } = await search.find({ text, limit: 500 })
  return found.map(({ seq }) => seq)
}

test('a session that takes the place of another with its name is indexed anew', async () => {
  await using fixture = await openFixture()
  const id: SessionId = await fixture.newSession()
  await fixture.store.events.append(id, [prompt('before')])
  {
    await using search = openSearch(fixture)
    await vi.waitFor(async () => expect(await find(search, 'before')).toHaveLength(1), patient)
  }
  await fixture.store.sessions.delete(id)
  fixture.clock.time += 1_000
  const created = { projectId: fixture.projectId, projectName: 'project', root: '/project' }
  const row = { id, projectId: fixture.projectId, root: '/project', createdAt: 1 }
  await fixture.store.sessions.create(row, [
    { kind: 'session.created', data: created },
    prompt('after'),
  ])
  await using search = openSearch(fixture)
  await expectFound(search, 'after', ['2 prompt [after]'])
  expect(await find(search, 'before')).toEqual([])
})

test('what reviewers found is found, and what was submitted of it', async () => {
  await using fixture = await openFixture()
  await using search = openSearch(fixture)
  const id = await fixture.newSession()
  const reviewId = ReviewId.parse('rev_1')
  const finding = {
    ...{ file: 'src/pages.ts', line: 3, severity: 'high' as const, category: 'off-by-one' },
    ...{ message: 'The last page is lost.', suggestion: 'Math.ceil(items)' },
  }
  await fixture.store.events.append(id, [
    {
      kind: 'review.found',
      agentId: lead,
      data: { reviewId, reviewer: 'logic', summary: 'One thing.', findings: [finding] },
    },
    {
      kind: 'review.submitted',
      data: {
        ...{ reviewId, by: 'host', summary: 'It pages.', recommendation: 'comment' },
        comments: [{ ...finding, quote: 'Math.floor(items)', reviewers: ['logic'] }],
        ...{ moved: 0, dropped: 0, unread: [], unheard: [], tokensUsed: 0, costUsd: 0 },
      },
    },
  ])
  await expectFound(search, 'ceil', [
    '3 message …off-by-one The last page is lost. Math.[ceil](items)',
    '2 message …off-by-one The last page is lost. Math.[ceil](items)',
  ])
})
