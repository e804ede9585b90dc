import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { DecidedContent } from '#shared/contract/procedures/changes.ts'
import { type ChangedFile, isWaiting, listWaiting } from '#shared/projections/changes.ts'
import { type ForkedHost, openForkedHost, readIn } from '../../../test/support/forked-host.ts'
import { calls, reads, scriptAgents } from '../../../test/support/scripted-agents.ts'

const start = 'one\ntwo\nthree\n'
const files = { 'project/a.txt': start, 'project/tool.sh': 'run\n', 'project/own.txt': 'mine\n' }
const [path, made, tool] = ['/workspace/a.txt', '/workspace/new.txt', '/workspace/tool.sh']

const script = scriptAgents({
  go: [
    calls(reads(path), {
      name: 'edit_file',
      args: { file_path: path, old_string: 'one', new_string: 'ONE' },
    }),
    calls(reads(path), {
      name: 'edit_file',
      args: { file_path: path, old_string: 'three', new_string: 'TRE' },
    }),
    calls({ name: 'write_file', args: { file_path: made, content: 'new\n' } }),
    calls(reads(tool), { name: 'delete_file', args: { path: tool } }),
  ],
})

async function openChanged(): Promise<ForkedHost> {
  const host = await openForkedHost({ files, script, isGit: true })
  chmodSync(join(host.root, 'tool.sh'), 0o755)
  await host.prompt('go')
  return host
}

async function find(host: ForkedHost, of = path): Promise<ChangedFile> {
  const file = (await host.states()).changes.files[of]
  if (!file) throw new Error(`${of} has not changed.`)
  return file
}

const one = { hunks: 1, added: 1, removed: 1 }
const text = (written: string): DecidedContent => ({ type: 'text', text: written })

/** Accepts the first of two hunks. */
async function acceptFirst({ client, sessionId }: ForkedHost, { seq }: ChangedFile) {
  const content = text('ONE\ntwo\nthree\n')
  return client['changes.accept']({ sessionId, path, seq, content, before: text(start), ...one })
}

test('what agents changed waits; what a person changed alone does not', async () => {
  await using host = await openChanged()
  await host.client['files.save']({
    ...{ sessionId: host.sessionId, path: '/workspace/mine.txt', text: 'x', base: null },
  })
  const { changes } = await host.states()
  expect(listWaiting(changes).map((file) => file.path)).toEqual([path, made, tool])
  expect(changes.files['/workspace/mine.txt']).toMatchObject({ isForeign: false, own: [] })
})

test('a hunk is accepted, what is left waits, and it can be taken back once and in order', async () => {
  await using host = await openChanged()
  const { client, sessionId } = host
  const seen = await find(host)
  const { seq } = await acceptFirst(host, seen)
  const accepted = await find(host)
  expect([isWaiting(accepted), accepted.base]).toEqual([true, accepted.accepted?.content])
  await expect(acceptFirst(host, seen)).rejects.toMatchObject({ code: 'conflict' })
  const content: DecidedContent = { type: 'known', content: accepted.now }
  const before: DecidedContent = { type: 'known', content: accepted.base }
  const last = { sessionId, path, seq: accepted.seq, content, before, ...one }
  const whole = await client['changes.accept'](last)
  expect(isWaiting(await find(host))).toBe(false)
  const early = client['changes.reopen']({ sessionId, path, seq })
  await expect(early).rejects.toMatchObject({ code: 'conflict' })
  await client['changes.reopen']({ sessionId, path, seq: whole.seq })
  expect(await find(host)).toMatchObject({ base: accepted.base, accepted: accepted.accepted })
  await client['changes.reopen']({ sessionId, path, seq })
  const again = await find(host)
  expect(again).toEqual({ ...seen, seq: again.seq })
})

test('a hunk is reverted on disk, its undo makes it wait again, and neither is the person’s own', async () => {
  await using host = await openChanged()
  const { client, sessionId, root } = host
  const seen = await find(host)
  const content = text('one\ntwo\nTRE\n')
  const revert = { sessionId, path, seq: seen.seq, content, left: 1, ...one }
  const { seq } = await client['changes.revert'](revert)
  expect(readIn(root, 'a.txt')).toBe('one\ntwo\nTRE\n')
  expect(await find(host)).toMatchObject({ own: [], isForeign: true, base: seen.base })
  await client['changes.reopen']({ sessionId, path, seq })
  expect(readIn(root, 'a.txt')).toBe('ONE\ntwo\nTRE\n')
  const again = await find(host)
  expect(again).toEqual({ ...seen, seq: again.seq })
  const all = { ...revert, seq: again.seq, content: text(start), left: 0, hunks: 2 }
  const last = await client['changes.revert'](all)
  expect(isWaiting(await find(host))).toBe(false)
  await client['changes.reopen']({ sessionId, path, seq: last.seq })
  expect(isWaiting(await find(host))).toBe(true)
})

test('what was made is taken away, what was deleted comes back, executable as it was', async () => {
  await using host = await openChanged()
  const { client, sessionId, root } = host
  for (const of of [made, tool]) {
    const { seq, base } = await find(host, of)
    const content: DecidedContent = { type: 'known', content: base }
    await client['changes.revert']({ sessionId, path: of, seq, content, left: 0, ...one })
  }
  expect(existsSync(join(root, 'new.txt'))).toBe(false)
  expect(readIn(root, 'tool.sh')).toBe('run\n')
  expect(statSync(join(root, 'tool.sh')).mode & 0o111).not.toBe(0)
  expect(listWaiting((await host.states()).changes).map((file) => file.path)).toEqual([path])
})

test('a file that is another on disk is not written over', async () => {
  await using host = await openChanged()
  const { client, sessionId, root } = host
  const { seq } = await find(host)
  writeFileSync(join(root, 'a.txt'), 'typed elsewhere\n')
  const content = text(start)
  const revert = client['changes.revert']({ sessionId, path, seq, content, left: 0, ...one })
  await expect(revert).rejects.toMatchObject({ code: 'conflict' })
  expect(readIn(root, 'a.txt')).toBe('typed elsewhere\n')
})

test('comments stay open until they are sent or removed', async () => {
  await using host = await openChanged()
  const { client, sessionId } = host
  const said = { path, line: 1, endLine: 1, quote: 'ONE', text: 'Why so loud?' }
  const { commentId } = await client['changes.comment']({ sessionId, ...said })
  const other = await client['changes.comment']({ sessionId, ...said, text: 'Really?' })
  const open = async () => Object.values((await host.states()).changes.comments)
  expect(await open()).toMatchObject([{ commentId, ...said }, { text: 'Really?' }])
  const commentIds = [commentId, other.commentId]
  await client['changes.resolveComments']({ sessionId, commentIds: [commentId], how: 'sent' })
  await client['changes.resolveComments']({ sessionId, commentIds, how: 'removed' })
  expect(await open()).toEqual([])
  const written = await client['changes.comment']({ sessionId, ...said })
  await host.prompt(`See this:\n\n@a.txt:1\n> ONE\nWhy so loud?`)
  expect(await open()).toEqual([])
  const events = (await host.events()).filter(({ kind }) => kind === 'comment.resolved')
  expect(events.map(({ data }) => data)).toMatchObject([
    { commentId, how: 'sent' },
    { how: 'removed' },
    { ...written, how: 'sent' },
  ])
})
