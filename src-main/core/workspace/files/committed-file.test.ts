import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { commitAll, createBench, git, writeFiles } from '../../../../test/support/test-workspace.ts'

test('a file is had as it is checked out, and as an earlier commit has it', async () => {
  await using bench = await createBench((root) => {
    writeFiles(root, { 'a.txt': 'one\n' })
    commitAll(root)
  })
  const { workspace, root } = bench
  const first = await workspace.committed('/workspace/a.txt')
  writeFiles(root, { 'a.txt': 'two\n', '-b[c].txt': 'new\n' })
  expect(await workspace.committed('/workspace/a.txt')).toEqual(first)
  git(root, 'add', '.')
  git(root, '-c', 'user.name=S', '-c', 'user.email=s@example.com', 'commit', '-qm', 'Second')

  const second = await workspace.committed('/workspace/a.txt')
  const read = async (hash: typeof first.hash) =>
    hash && Buffer.from((await workspace.content(hash)) ?? []).toString()
  expect(await read(second.hash)).toBe('two\n')
  const earlier = await workspace.committed('/workspace/a.txt', first.commit)
  expect([earlier.commit, await read(earlier.hash)]).toEqual([first.commit, 'one\n'])
  const odd = await workspace.committed('/workspace/-b[c].txt')
  expect(await read(odd.hash)).toBe('new\n')
  expect((await workspace.committed('/workspace/-b[c].txt', first.commit)).hash).toBeNull()
})

test('a project below the repository’s folder sees its own files', async () => {
  await using bench = await createBench((root) => {
    writeFiles(root, { 'a.txt': 'inner\n' })
    writeFiles(`${root}/..`, { 'a.txt': 'outer\n' })
    commitAll(`${root}/..`)
  }, 'inner')
  const { hash } = await bench.workspace.committed('/workspace/a.txt')
  const bytes = hash && (await bench.workspace.content(hash))
  expect(Buffer.from(bytes ?? []).toString()).toBe('inner\n')
})

test('what git does not have is said in a sentence', async () => {
  await using bench = await createBench((root) => writeFiles(root, { 'a.txt': 'one\n' }))
  const { workspace, root } = bench
  const ask = (path: string, commit?: string) => workspace.committed(path, commit)
  await expect(ask('/workspace/a.txt')).rejects.toThrow('not in a git repository')
  execFileSync('git', ['init', '-q'], { cwd: root })
  await expect(ask('/workspace/a.txt')).rejects.toThrow('Nothing is committed to git yet.')
  await expect(ask('/workspace/a.txt', 'a'.repeat(40))).rejects.toThrow(
    'no longer in the repository',
  )
  await expect(ask('/docs/a.md')).rejects.toThrow('git knows nothing of it')
})
