import { expect, test } from 'vitest'
import { SessionSummary } from '#shared/contract/procedures/sessions.ts'
import { parentIndex, type TreeRow, toTree } from './session-tree.ts'

function session(name: string, parent?: string): SessionSummary {
  const origin = `ses_${parent}`
  return SessionSummary.parse({
    id: `ses_${name}`,
    title: name,
    projectId: 'prj_1',
    projectName: 'shop',
    root: '/shop',
    createdAt: 1,
    changedAt: 1,
    lastSeq: 9,
    runs: 1,
    isRunning: false,
    isQueued: false,
    waiting: 0,
    costUsd: 0,
    unpricedCalls: 0,
    tokens: 0,
    agents: 1,
    ...(parent && { forkedFrom: { sessionId: origin, title: parent, seq: 4, at: 1, origin } }),
  })
}

const choice = { closed: new Set<string>(), isByFirst: true }

function drawn(rows: readonly TreeRow[]): readonly string[] {
  return rows.map(({ session: { title }, goesOn }) => {
    const lines = goesOn.map((goes, at) => {
      if (at < goesOn.length - 1) return goes ? '│' : ' '
      return goes ? '├' : '└'
    })
    return `${lines.join('')}${title}`
  })
}

const family = [
  session('new', 'old'),
  session('other'),
  session('newer', 'new'),
  session('old'),
  session('late', 'old'),
  session('orphan', 'gone'),
]

test('forks stand under their parents, and a family where its first stands', () => {
  expect(drawn(toTree(family, choice))).toEqual([
    'old',
    '├new',
    '│└newer',
    '└late',
    'other',
    'orphan',
  ])
})

test('or where its eldest stands, and what is closed keeps its forks to itself', () => {
  const rows = toTree(family, { closed: new Set(['ses_new']), isByFirst: false })
  expect(drawn(rows)).toEqual(['other', 'old', '├new', '└late', 'orphan'])
  expect(rows.map(({ forks, isOpen }) => [forks, isOpen])).toEqual([
    [0, false],
    [2, true],
    [1, false],
    [0, false],
    [0, false],
  ])
  expect([parentIndex(rows, 3), parentIndex(rows, 0)]).toEqual([1, undefined])
})

test('every session is listed once, even where some claim to be forks of each other', () => {
  const ring = [session('a', 'b'), session('b', 'a'), session('c', 'a'), session('d', 'd')]
  const rows = toTree(ring, choice)
  expect(rows.map((row) => row.session.title).toSorted()).toEqual(['a', 'b', 'c', 'd'])
})

test('a long line of forks, and thousands of sessions, are drawn', () => {
  const line = Array.from({ length: 300 }, (_, at) =>
    session(`${at}`, at ? `${at - 1}` : undefined),
  )
  const many = Array.from({ length: 3000 }, (_, at) => session(`many ${at}`, '299'))
  const rows = toTree([...many, ...line], choice)
  expect(rows).toHaveLength(3300)
  expect(rows.at(-1)).toMatchObject({ level: 301 })
})
