import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { gitNames, renamed } from '../../../test/support/git-names.ts'
import { commitAll, git } from '../../../test/support/test-workspace.ts'
import { createToolBench, type ToolBench } from '../../../test/support/tool-bench.ts'
import { type Commit, readCommits } from '../authorship/commit-authors.ts'

const BEFORE = 'hallo\n'
const AFTER = 'hallo\nzeile2\n'

/** block/buzz #6309: a diff of names that git quotes was empty. */
const files = Object.fromEntries([...gitNames, 'x.txt'].map((name) => [name, BEFORE]))

const onUnix = test.runIf(process.platform !== 'win32')

async function openNamed(): Promise<ToolBench> {
  const tools = await createToolBench(files)
  commitAll(tools.bench.root)
  return tools
}

/** The rows of a table of changed files. */
async function rowsOf({ show }: ToolBench, args: Readonly<Record<string, unknown>>) {
  const display = await show('git', args)
  return display?.type === 'table' ? display.rows.toSorted() : []
}

const changedRows = gitNames.map((name) => [name, '+1', '−0']).toSorted()

onUnix('names every changed file as it is called, with its lines', async () => {
  await using tools = await openNamed()
  const { root } = tools.bench
  for (const name of gitNames) writeFileSync(join(root, name), AFTER)
  expect(await rowsOf(tools, { action: 'diff' })).toEqual(changedRows)
  for (const name of gitNames) {
    const paths = [`/workspace/${name}`]
    const { text } = await tools.call('git', { action: 'diff', paths })
    expect(text).toBe(
      `/workspace/${name} +1 −0\n\n=== /workspace/${name}\n@@ -1 +1,2 @@\n hallo\n+zeile2`,
    )
    expect((await tools.call('git', { action: 'file', paths })).text).toContain('hallo')
    expect((await tools.call('git', { action: 'blame', paths })).text).toContain('zeile2')
    expect((await tools.call('git', { action: 'log', paths })).text).toContain('first')
  }
  git(root, 'add', '-A')
  expect(await rowsOf(tools, { action: 'diff', staged: true })).toEqual(changedRows)
  git(root, 'commit', '-qm', 'second')
  expect(await rowsOf(tools, { action: 'show' })).toEqual(changedRows)
})

onUnix('names a renamed file by its new name', async () => {
  await using tools = await openNamed()
  const { root } = tools.bench
  for (const name of gitNames) git(root, 'mv', '--', name, renamed(name))
  const rows = await rowsOf(tools, { action: 'diff', staged: true })
  expect(rows.map(([name]) => name)).toEqual(gitNames.map(renamed).toSorted())
})

onUnix('counts the lines of commits under the names of their files', async () => {
  await using tools = await openNamed()
  const place = { root: tools.bench.root, signal: AbortSignal.timeout(60_000) }
  const query = { of: 'head', since: 0, maxCount: 10 } as const
  const commits: Commit[] = []
  for await (const commit of readCommits(place, query)) commits.push(commit)
  expect(commits[0]?.files.map(({ path }) => path).toSorted()).toEqual(
    [...gitNames, 'x.txt'].toSorted(),
  )
})
