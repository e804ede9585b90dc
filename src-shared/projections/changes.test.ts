import { expect, test } from 'vitest'
import type { ChangedBy } from '../events/file.ts'
import type { AnyEvent, Draft } from '../events/index.ts'
import type { FileContent } from '../events/value.ts'
import { CommentId, Hash, SessionId } from '../lib/ids.ts'
import { changes, listWaiting, needsTexts } from './changes.ts'
import { fold } from './define.ts'

const path = '/workspace/a.ts'
const sessionId = SessionId.parse('ses_1')
const counted = { hunks: 1, added: 1, removed: 0 }

function content(digit: string): FileContent {
  return { hash: Hash.parse(`sha256:${digit.repeat(64)}`), size: 1 }
}

const [start, agents, persons, accepted] = ['a', 'b', 'c', 'd'].map(content)

function changed(type: ChangedBy['type'], before = start, after = agents, at = path): Draft {
  const data = { before: before ?? null, after: after ?? null, by: { type, spanIds: [] } }
  return { kind: 'file.changed', data: { path: at, added: 1, removed: 0, ...data } }
}

/** Another session's agent, or its person, left the file so. */
function elsewhere(author: 'person' | 'agent', before = agents, after = persons): Draft {
  const session = { id: SessionId.parse('ses_2'), title: 'Other', author }
  const data = { before: before ?? null, after: after ?? null, added: 1, removed: 0 }
  const by: ChangedBy = { type: 'session', spanIds: [], session }
  return { kind: 'file.changed', data: { path, ...data, by } }
}

/** A checkout or the like left the file so, as the checked-out commit has it. */
function committed(after: FileContent | null | undefined): Draft {
  const by: ChangedBy = { type: 'unknown', spanIds: [] }
  const data = { path, before: agents ?? null, after: after ?? null, added: 0, removed: 1 }
  return { kind: 'file.changed', data: { ...data, by, isCommitted: true } }
}

function foldAll(...drafts: readonly Draft[]) {
  const events = drafts.map((draft, index): AnyEvent => {
    return { ...draft, sessionId, seq: index + 1, at: index }
  })
  return fold(changes, changes.init(), events)
}

function waiting(...drafts: readonly Draft[]): readonly string[] {
  return listWaiting(foldAll(...drafts)).map((file) => file.path)
}

test('a file waits once another than a person has changed it, and while it is not as it was', () => {
  expect(waiting(changed('call'))).toEqual([path])
  expect(waiting(changed('unknown'))).toEqual([path])
  expect(waiting(changed('person'))).toEqual([])
  expect(waiting(changed('person'), changed('person', agents, persons))).toEqual([])
  expect(waiting(changed('call'), changed('call', agents, start))).toEqual([])
  expect(waiting(changed('call', start, agents, '/docs/notes.md'))).toEqual([])
})

test('what another session changes waits there, and beside what this one has changed', () => {
  expect(waiting(elsewhere('agent', start, agents))).toEqual([])
  expect(waiting(elsewhere('person', start, agents))).toEqual([])
  expect(waiting(changed('call'), elsewhere('agent'))).toEqual([path])
  const byPerson = foldAll(changed('call'), elsewhere('person'))
  expect(byPerson.files[path]?.own).toEqual([{ before: agents, after: persons }])
})

test('nothing waits once a checkout or the like has put a file back', () => {
  expect(waiting(changed('call'), changed('unknown', agents, start))).toEqual([])
  expect(waiting(changed('call'), committed(accepted))).toEqual([])
  expect(waiting(changed('call'), committed(null))).toEqual([])
  const accept = { path, content: agents ?? null, before: start ?? null, ...counted }
  const isAccepted: Draft = { kind: 'change.accepted', data: accept }
  const state = foldAll(changed('call'), isAccepted, changed('unknown', agents, start))
  expect(listWaiting(state)).toEqual([])
  expect(state.files[path]?.accepted).toBeUndefined()
  expect(waiting(changed('call'), committed(start), changed('call', start, agents))).toEqual([path])
})

test('what a person wrote before others needs no review; what they write after waits beside it', () => {
  const state = foldAll(
    changed('person', start, persons),
    changed('call', persons, agents),
    changed('person', agents, accepted),
  )
  expect(state.files[path]).toEqual({
    ...{ path, start, base: persons, now: accepted, isForeign: true, seq: 3 },
    own: [{ before: agents, after: accepted }],
  })
})

test('it takes the texts to tell what is left where a person was at work, or a name is another', () => {
  const byGit = { hash: Hash.parse(`git:${'a'.repeat(40)}`), size: 1 }
  const needs = (...drafts: readonly Draft[]) => listWaiting(foldAll(...drafts)).map(needsTexts)
  expect(needs(changed('call'))).toEqual([false])
  expect(needs(changed('call'), changed('person', agents, persons))).toEqual([true])
  expect(needs(changed('call', byGit, agents))).toEqual([true])
  expect(needs(changed('call', byGit, { hash: null, size: 2 }))).toEqual([false])
})

test('what was not recorded waits until it is accepted as a whole', () => {
  const large = { hash: null, size: 9 }
  const change = changed('call', start, large)
  expect(waiting(change)).toEqual([path])
  const accept = { path, content: large, before: start ?? null, ...counted }
  expect(waiting(change, { kind: 'change.accepted', data: accept })).toEqual([])
})

test('which acceptance holds is known, also once a later one is taken back', () => {
  const [first, second] = [content('e'), content('f')]
  const about = (was?: FileContent) => ({
    ...{ path, before: null, ...counted },
    ...(was && { was }),
  })
  const accept = (of: FileContent, was?: FileContent): Draft => {
    return { kind: 'change.accepted', data: { ...about(was), content: of } }
  }
  const back = (was?: FileContent): Draft => {
    return { kind: 'change.reopened', data: { ...about(was), of: 'accepted', content: null } }
  }
  const both = [changed('call'), accept(first), accept(second, first)]
  const told = (...more: readonly Draft[]) => foldAll(...both, ...more).files[path]?.accepted
  expect(told()).toEqual({ content: second, seq: 3, earlier: [2] })
  expect(told(back(first))).toEqual({ content: first, seq: 2, earlier: [] })
  expect(told(back(first), back())).toBeUndefined()
  expect(told(back(first), accept(second, first))).toMatchObject({ seq: 5, earlier: [2] })
})

const reverted = (left: number): Draft => ({
  kind: 'change.reverted',
  data: { path, content: start ?? null, before: agents ?? null, left, ...counted },
})

test('what happens to a file before its reverting is told waits, or is the person’s own', () => {
  const restored = changed('person', agents, start)
  expect(waiting(changed('call'), restored, reverted(0))).toEqual([])
  const again = [changed('call'), restored, changed('call', start, accepted), reverted(0)]
  expect(foldAll(...again).files[path]).toMatchObject({ base: start, own: [], isForeign: true })
  expect(waiting(...again)).toEqual([path])
  const typed = changed('person', start, persons)
  const own = [{ before: start, after: persons }]
  for (const left of [0, 1]) {
    const state = foldAll(changed('call'), restored, typed, reverted(left))
    expect(state.files[path]).toMatchObject({ base: start, now: persons, own })
  }
})

test('what a reverting took away waits again, whatever happens before that is told', () => {
  const back: Draft = {
    kind: 'change.reopened',
    data: {
      ...{ path, of: 'reverted', content: agents ?? null, before: start ?? null },
      ...counted,
    },
  }
  const whole = [changed('call'), changed('person', agents, start), reverted(0)]
  const put = changed('person', start, agents)
  const expected = { base: start, own: [], isForeign: true }
  expect(foldAll(...whole, put, back).files[path]).toMatchObject(expected)
  const more = changed('call', agents, accepted)
  expect(foldAll(...whole, put, more, back).files[path]).toMatchObject(expected)
})

test('a comment is there until it is resolved', () => {
  const commentId = CommentId.parse('cmt_1')
  const said = { commentId, path, line: 3, endLine: 4, quote: 'x', text: 'Why?' }
  const added: Draft = { kind: 'comment.added', data: said }
  expect(foldAll(added).comments).toEqual({ cmt_1: { ...said, at: 0 } })
  const resolved: Draft = { kind: 'comment.resolved', data: { commentId, how: 'sent' } }
  expect(foldAll(added, resolved).comments).toEqual({})
})
