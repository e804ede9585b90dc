import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { gitNames, renamed } from '../../../test/support/git-names.ts'
import { commitAll, git, writeFiles } from '../../../test/support/test-workspace.ts'
import { prepareReview } from './prepare-review.ts'

const namesWith = (text: string) => Object.fromEntries(gitNames.map((name) => [name, text]))

function openNamed(): string {
  const root = mkdtempSync(join(tmpdir(), 'orrery-names-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  writeFiles(root, namesWith('one\ntwo\nthree\n'))
  commitAll(root)
  return root
}

async function prepare(root: string) {
  const subject = { type: 'uncommitted' } as const
  return await prepareReview({ subject, root, maxTokens: 100_000, changes: async () => [] })
}

const onUnix = test.runIf(process.platform !== 'win32')
const counts = gitNames.map((name) => `${name} +1 −0`).toSorted()

/** block/buzz #6309. */
onUnix('reviews files whose names git quotes, changed, new and renamed', async () => {
  const root = openNamed()
  writeFiles(root, namesWith('one\ntwo\nthree\nfour\n'))
  const changed = await prepare(root)
  expect(
    changed.files.map(({ path, added, removed }) => `${path} +${added} −${removed}`).toSorted(),
  ).toEqual(counts)
  expect(changed.leftOut).toEqual([])
  git(root, 'reset', '-q', '--hard')
  for (const name of gitNames) renameSync(join(root, name), join(root, renamed(name)))
  const news = await prepare(root)
  expect(news.files.map(({ path }) => path).toSorted()).toEqual(
    [...gitNames, ...gitNames.map(renamed)].toSorted(),
  )
  git(root, 'add', '-A')
  const moved = await prepare(root)
  expect(moved.leftOut.map(({ path }) => path).toSorted()).toEqual(gitNames.map(renamed).toSorted())
})

onUnix('writes diffs that git applies to the files they name', async () => {
  const root = openNamed()
  const after = 'one\ntwo\nthree\nfour\n'
  const news = gitNames.map(renamed)
  writeFiles(root, namesWith(after))
  writeFiles(root, Object.fromEntries(news.map((name) => [name, after])))
  const { diff } = await prepare(root)
  git(root, 'reset', '-q', '--hard')
  git(root, 'clean', '-fdq')
  writeFileSync(join(root, '.git/changes.diff'), diff)
  git(root, 'apply', '.git/changes.diff')
  const texts = [...gitNames, ...news].map((name) => readFileSync(join(root, name), 'utf8'))
  expect(new Set(texts)).toEqual(new Set([after]))
})
