import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ReplayFacts } from '#shared/contract/procedures/exchange.ts'
import type { AnyEvent, Draft } from '#shared/events/index.ts'
import { CommentId, ProjectId, RunId, SessionId, SpanId } from '#shared/lib/ids.ts'
import { plantedSecrets } from '../../../test/support/planted-secrets.ts'
import { systemClock } from '../runtime/clock.ts'
import { openStore, type Store } from '../store/store.ts'
import { RECORDING_PLACE } from './replay-document.ts'
import { contentBounds } from './select-events.ts'
import { writeReplay } from './write-replay.ts'

const sessionId = SessionId.parse('ses_1')
const projectId = ProjectId.parse('prj_1')
const [one, two] = [RunId.parse('run_1'), RunId.parse('run_2')]
const spanId = SpanId.parse('spn_1')
const root = '/home/mirabel/code/reading-list'
const machine = { homeDir: '/home/mirabel', userName: 'mirabel', hostName: 'orchid' }
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-test-'))
  writeFileSync(join(folder, 'template.html'), `<p>page</p>${RECORDING_PLACE}<script></script>`)
})
afterEach(() => rmSync(folder, { recursive: true }))

async function newSession(
  drafts: (store: Store) => readonly Draft[],
  project = { projectName: 'reading-list', root },
): Promise<Store> {
  const dataDir = mkdtempSync(join(folder, 'data-'))
  const store = await openStore({ dataDir, clock: systemClock, mode: 'owner' })
  const row = { id: sessionId, projectId, root: project.root, createdAt: systemClock.now() }
  const data = { projectId, ...project }
  await store.sessions.create(row, [{ kind: 'session.created', data }])
  await store.events.append(sessionId, drafts(store))
  return store
}

interface Written {
  readonly html: string
  readonly facts: ReplayFacts
  readonly events: readonly AnyEvent[]
  readonly contents: ReadonlyMap<string, string>
  /** All that the page unpacks. */
  readonly text: string
}

async function write(
  store: Store,
  choice: { readonly run?: number; readonly files?: 'all' | 'changed' } = {},
): Promise<Written> {
  const path = join(folder, 'replay.html')
  const task = { sessionId, files: 'all', ...choice, machine, version: '1', exportedAt: 1 } as const
  const template = join(folder, 'template.html')
  const told = await writeReplay(store, { ...task, dataDir: '', template, path })
  const html = readFileSync(path, 'utf8')
  const packed = /id="recording">([^<]*)</.exec(html)?.[1] ?? ''
  const text = gunzipSync(Buffer.from(packed, 'base64')).toString()
  const lines = text.trim().split('\n')
  const parsed = lines.map((line) => JSON.parse(line))
  const facts = ReplayFacts.parse(JSON.parse(/id="facts">([^<]*)</.exec(html)?.[1] ?? ''))
  expect(facts).toEqual(told)
  expect(facts.bytes).toBe(statSync(path).size)
  return {
    html,
    facts,
    text,
    events: parsed.flatMap(({ event }) => event ?? []),
    contents: new Map(
      parsed.flatMap(({ content, text: held }) => (content ? [[content, held]] : [])),
    ),
  }
}

test('a session is in its page with what it refers to, and its size is said', async () => {
  await using store = await newSession(({ blobs }) => {
    const inner = blobs.put(sessionId, `a file of ${root}`)
    const tree = { 'a.txt': { mode: 33188, size: 1, hash: inner } }
    const ref = blobs.put(sessionId, JSON.stringify(tree))
    const result = blobs.storeText(sessionId, `${root}/x is long. `.repeat(3000))
    return [
      { kind: 'snapshot.taken', data: { tree: { ref, bytes: 1 }, files: 1, notRecorded: 0 } },
      { kind: 'session.renamed', data: { title: `At ${root} by mirabel`, by: 'person' } },
      { kind: 'tool.ended', spanId, data: { outcome: 'ok', result } },
    ]
  })
  const { html, facts, events, contents } = await write(store)
  expect(html.startsWith('<p>page</p><script type="application/gzip"')).toBe(true)
  expect(html.endsWith('</script><script></script>')).toBe(true)
  expect(facts).toMatchObject({
    title: 'At reading-list by [user]',
    projectName: 'reading-list',
    events: 4,
    contents: 3,
    leftOut: 0,
    redacted: { secrets: [], names: 1 },
  })
  expect(events.map(({ kind }) => kind)).toEqual([
    'session.created',
    'snapshot.taken',
    'session.renamed',
    'tool.ended',
  ])
  const [, snapshot, , ended] = events
  const tree = JSON.parse(
    contents.get(snapshot?.kind === 'snapshot.taken' ? snapshot.data.tree.ref : '') ?? '',
  )
  expect(contents.get(tree['a.txt'].hash)).toBe('a file of reading-list')
  const result = ended?.kind === 'tool.ended' ? ended.data.result : undefined
  expect(result).toMatchObject({ head: 'reading-list/x is long. '.repeat(50).slice(0, 1000) })
  expect(typeof result === 'object' && contents.get(result.ref)).toContain('reading-list/x is long')
})

/** NousResearch/hermes-agent #90361: messages were redacted, and names and titles were not. */
test('the names of a session and its project are redacted wherever they stand', async () => {
  const token = `ghp_${'aB3'.repeat(12)}`
  const folderOf = `/home/mirabel/code/${token}`
  await using store = await newSession(
    () => [
      { kind: 'session.renamed', data: { title: `Fix ${token}`, by: 'person' } },
      {
        kind: 'comment.added',
        data: {
          commentId: CommentId.parse('cmt_1'),
          ...{
            path: '/workspace/a.txt',
            line: 1,
            endLine: 1,
            quote: '',
            text: `See ${folderOf}/a.txt`,
          },
        },
      },
    ],
    { projectName: token, root: folderOf },
  )
  const { html, facts, text } = await write(store)
  expect([html.includes(token), text.includes(token)]).toEqual([false, false])
  expect([facts.title, facts.projectName]).toEqual([
    'Fix [GitHub token removed]',
    '[GitHub token removed]',
  ])
})

/** Everywhere that a session holds what somebody wrote. */
function draftsWith(store: Store, secret: string, pieces: readonly string[]): readonly Draft[] {
  const { blobs } = store
  const file = blobs.put(sessionId, `x\n${secret}\n`)
  const content = { hash: file, size: 1 }
  const message = {
    id: ['HumanMessage'],
    kwargs: { content: secret, deep: JSON.stringify({ secret }) },
  }
  const request = { messages: [blobs.put(sessionId, JSON.stringify(message))], params: {} }
  const json = { command: `echo "${secret}"`, list: [JSON.stringify({ a: secret })], [secret]: 1 }
  const place = { runId: one, spanId }
  const delta = (channel: 'text' | 'args') => (text: string) =>
    ({ kind: 'model.delta', ...place, data: { channel, text } }) as const
  const escaped = JSON.stringify({ a: secret })
  return [
    { kind: 'session.renamed', data: { title: secret, by: 'person' } },
    {
      kind: 'input.received',
      ...place,
      data: { text: secret, attachments: [], files: [], isQueued: false },
    },
    {
      kind: 'model.started',
      ...place,
      data: { provider: 'p', model: 'm', purpose: 'step', attempt: 1, request },
    },
    ...pieces.map(delta('text')),
    ...cutInto(escaped, 7).map(delta('args')),
    {
      kind: 'tool.started',
      ...place,
      data: {
        toolCallId: 'c',
        name: 'run_command',
        title: secret,
        effect: 'execute',
        args: { json },
      },
    },
    {
      kind: 'terminal.opened',
      ...place,
      data: { title: 't', command: secret, cwd: root, cols: 80, rows: 24 },
    },
    ...pieces.map((text) => ({ kind: 'terminal.output', ...place, data: { text } }) as const),
    {
      kind: 'file.changed',
      ...place,
      data: {
        path: '/workspace/a',
        before: null,
        after: content,
        added: 1,
        removed: 0,
        by: { type: 'unknown', spanIds: [] },
      },
    },
    {
      kind: 'tool.ended',
      ...place,
      data: {
        outcome: 'ok',
        result: blobs.storeText(sessionId, `${'long '.repeat(5000)}${secret}`),
        error: secret,
      },
    },
  ]
}

function cutInto(text: string, length: number): readonly string[] {
  const pieces = text.match(new RegExp(`[^]{1,${length}}`, 'g'))
  return pieces ?? []
}

test('a planted secret of every kind is nowhere in the page, whatever it stands in and however it is cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...plantedSecrets),
      fc.integer({ min: 1, max: 40 }),
      async ({ written, secret }, length) => {
        const said = `It is ${written} indeed, of ${root}.`
        await using store = await newSession((own) =>
          draftsWith(own, written, cutInto(said, length)),
        )
        const { html, text, events, facts } = await write(store)
        const answer = events
          .flatMap((event) =>
            event.kind === 'model.delta' && event.data.channel === 'text' ? event.data.text : [],
          )
          .join('')
        for (const part of [...secret, 'mirabel']) {
          expect(html).not.toContain(part)
          expect(text).not.toContain(part)
          expect(text).not.toContain(JSON.stringify(part).slice(1, -1))
          expect(answer).not.toContain(part)
        }
        expect(answer).toMatch(/^It is .*removed\].* indeed, of reading-list\.$/s)
        expect(facts.redacted.secrets.reduce((sum, { places }) => sum + places, 0)).toBeGreaterThan(
          9,
        )
      },
    ),
    { numRuns: 40 },
  )
})

test('nothing that was said can break out of where it stands', async () => {
  const hostile = '</script><script>alert(1)</script><!-- \u2028\u2029 ]]> <svg onload=x>'
  await using store = await newSession(() => [
    { kind: 'session.renamed', data: { title: hostile, by: 'person' } },
  ])
  const { html, facts } = await write(store)
  expect(facts.title).toBe(hostile)
  expect(html.match(/<[^>]*>/g)).toEqual([
    '<p>',
    '</p>',
    '<script type="application/gzip" id="recording">',
    '</script>',
    '<script type="application/json" id="facts">',
    '</script>',
    '<script>',
    '</script>',
  ])
  expect(html).not.toMatch(/[\u2028\u2029]/)
})

function run(runId: RunId, text: string): readonly Draft[] {
  const model = { provider: 'p', model: 'm' }
  return [
    { kind: 'run.started', runId, data: { model, profile: 'standard', limits: {} } },
    { kind: 'input.received', runId, data: { text, attachments: [], files: [], isQueued: false } },
    { kind: 'run.ended', runId, data: { outcome: 'ok' } },
  ]
}

test('one run is in its page with what held before it, numbered from 1', async () => {
  await using store = await newSession(() => [
    ...run(one, 'first'),
    { kind: 'session.renamed', data: { title: 'T', by: 'person' } },
    ...run(two, 'second'),
    ...run(one, 'first again'),
    { kind: 'bookmark.added', data: { seq: 6, at: 1, label: 'of the second' } },
    { kind: 'bookmark.added', data: { seq: 9, at: 1, label: 'of the first' } },
  ])
  const { events, facts } = await write(store, { run: 2 })
  expect(facts).toMatchObject({ run: 2, runs: 3, events: 6 })
  expect(events.map(({ seq, kind }) => `${seq} ${kind}`)).toEqual([
    '1 session.created',
    '2 session.renamed',
    '3 run.started',
    '4 input.received',
    '5 run.ended',
    '6 bookmark.added',
  ])
  expect(events.at(-1)?.data).toMatchObject({ seq: 3, label: 'of the second' })
  await expect(write(store, { run: 9 })).rejects.toMatchObject({ code: 'not-found' })
})

test('in a run of its own a commit still says until where it was looked', async () => {
  const committed = (through?: number): Draft => ({
    kind: 'commit.made',
    data: { commit: 'c', message: 'm', paths: [], ...(through && { through }) },
  })
  const [started, ...rest] = run(two, 'second')
  await using store = await newSession(() => [
    ...run(one, 'first'),
    ...(started ? [started] : []),
    ...[committed(5), committed()],
    ...rest,
  ])
  const { events } = await write(store, { run: 2 })
  const made = events.flatMap((event) => (event.kind === 'commit.made' ? [event] : []))
  expect(made.map(({ seq, data }) => [seq, data.through])).toEqual([
    [3, 2],
    [4, undefined],
  ])
})

test('in a run of its own a fork and a rewind still say where they go back to', async () => {
  const rewound = (to: number): Draft => ({
    kind: 'session.rewound',
    data: { to, at: 1, stepsLeftOut: 0, restored: [] },
  })
  const from = SessionId.parse('ses_0')
  const made = { place: 'copy', root, notRestored: [], stepsLeftOut: 0 } as const
  const forked = {
    ...{ from, fromTitle: 'Before', seq: 4, at: 1, inherited: 4, origin: from },
    ...made,
    notRestored: [],
  }
  const [started, ...rest] = run(two, 'second')
  await using store = await newSession(() => [
    ...run(one, 'first'),
    { kind: 'session.forked', data: forked },
    ...(started ? [started] : []),
    rewound(6),
    rewound(3),
    ...rest,
  ])
  const { events } = await write(store, { run: 2 })
  expect(events.map(({ seq, kind }) => `${seq} ${kind}`)).toEqual([
    '1 session.created',
    '2 session.forked',
    '3 run.started',
    '4 session.rewound',
    '5 session.rewound',
    '6 input.received',
    '7 run.ended',
  ])
  expect(events[1]?.data).toMatchObject({ seq: 4, inherited: 1 })
  expect(events.slice(3, 5).map(({ data }) => data)).toMatchObject([{ to: 3 }, { to: 1 }])
})

test('what nobody changed is left out where that is asked for, and what is too large always; it is said', async () => {
  await using store = await newSession(({ blobs }) => {
    const [around, changed, large] = [
      blobs.put(sessionId, 'around'),
      blobs.put(sessionId, 'changed'),
      blobs.put(sessionId, Buffer.alloc(contentBounds.one + 1, 120)),
    ]
    const entry = { mode: 33188, size: 1 }
    const tree = { a: { ...entry, hash: around }, b: { ...entry, hash: changed } }
    const ref = blobs.put(sessionId, JSON.stringify(tree))
    const by = { type: 'unknown' as const, spanIds: [] }
    const change = { path: '/workspace/b', added: 1, removed: 1, by }
    return [
      { kind: 'snapshot.taken', data: { tree: { ref, bytes: 1 }, files: 2, notRecorded: 0 } },
      {
        kind: 'file.changed',
        data: { ...change, before: { hash: changed, size: 1 }, after: { hash: large, size: 1 } },
      },
    ]
  })
  const all = await write(store)
  expect([...all.contents.values()].toSorted()).toEqual([
    'around',
    'changed',
    expect.stringContaining('"a"'),
  ])
  expect(all.facts.leftOut).toBe(1)
  const changed = await write(store, { files: 'changed' })
  expect([...changed.contents.values()].toSorted()).toEqual([
    'changed',
    expect.stringContaining('"a"'),
  ])
  expect(changed.facts.leftOut).toBe(2)
})
