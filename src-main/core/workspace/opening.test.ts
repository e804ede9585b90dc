import { chmodSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  type Bench,
  commitAll,
  createBench,
  git,
  writeFiles,
} from '../../../test/support/test-workspace.ts'

const files = { 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n', 'd.txt': 'd\n', 'e.txt': 'e\n' }

/** Lists the changes after `seq`: path, author, and whether the file exists. */
function changesSince(bench: Bench, seq: number) {
  return bench
    .events()
    .slice(seq)
    .map((event) =>
      event.kind === 'file.changed'
        ? [event.data.path, event.data.by.type, event.data.after !== null]
        : event.kind,
    )
}

async function openChanged(): Promise<Bench> {
  const bench = await createBench((root) => {
    writeFiles(root, files)
    commitAll(root)
  })
  for (const name of ['a', 'b', 'c', 'd']) {
    await bench.workspace.write(`/workspace/${name}.txt`, 'changed\n', bench.call)
  }
  return bench
}

test('records outside changes of a session’s own files when it is opened', async () => {
  await using bench = await openChanged()
  const { length } = bench.events()
  await bench.reopen(() => {
    git(bench.root, 'checkout', '-q', '--', 'a.txt')
    rmSync(join(bench.root, 'b.txt'))
    renameSync(join(bench.root, 'c.txt'), join(bench.root, 'new.txt'))
    chmodSync(join(bench.root, 'd.txt'), 0o755)
    writeFiles(bench.root, { 'e.txt': 'changed while closed\n' })
  })
  await bench.workspace.settle()
  expect(changesSince(bench, length)).toEqual([
    ['/workspace/a.txt', 'unknown', true],
    ['/workspace/b.txt', 'unknown', false],
    ['/workspace/c.txt', 'unknown', false],
  ])
  const [first] = bench.events().slice(length)
  expect(first?.data).toMatchObject({
    isCommitted: true,
    after: { hash: expect.stringMatching(/^git:/u) },
  })
  // Opening it again records nothing.
  const now = bench.events().length
  await bench.reopen()
  await bench.workspace.settle()
  expect(changesSince(bench, now)).toEqual([])
})

test('records only changes of the session’s own files if there are very many', async () => {
  await using bench = await openChanged()
  const many = Object.fromEntries(
    Array.from({ length: 600 }, (_, index) => [`m/${index}.txt`, 'x']),
  )
  const { length } = bench.events()
  await bench.reopen(() => {
    git(bench.root, 'checkout', '-q', '--', 'a.txt')
    writeFiles(bench.root, many)
  })
  await bench.workspace.snapshot()
  await bench.workspace.settle()
  expect(changesSince(bench, length).toSorted()).toEqual([
    ['/workspace/a.txt', 'unknown', true],
    'snapshot.taken',
  ])
  expect(Object.keys(await bench.recorded())).toHaveLength(605)
})

test('treats a file whose line endings git converted as committed', async () => {
  await using bench = await openChanged()
  git(bench.root, 'config', 'core.autocrlf', 'true')
  const { length } = bench.events()
  await bench.reopen(() => git(bench.root, 'checkout', '-q', '--', 'a.txt'))
  await bench.workspace.settle()
  const [found] = bench.events().slice(length)
  expect(found?.data).toMatchObject({ path: '/workspace/a.txt', isCommitted: true })
})
