import { realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { testCorpus } from '../../../../test/support/corpus.ts'
import { allowListLayouts } from '../../../../test/support/glob-layouts/allow-list-layouts.ts'
import {
  filterCases,
  type GlobCase,
  globCases,
  globFiles,
  HUGE_RANGE,
} from '../../../../test/support/glob-layouts/glob-cases.ts'
import {
  type IgnoreLayout,
  ignoreLayouts,
} from '../../../../test/support/glob-layouts/ignore-layouts.ts'
import { type Bench, createBench, writeFiles } from '../../../../test/support/test-workspace.ts'
import { scanFiles } from '../../code/scan-files.ts'
import type { Workspace } from '../define.ts'
import { listFiles } from '../listing/tree-listing.ts'
import type { AgentPath } from '../paths/agent-path.ts'

let bench: Bench

beforeAll(async () => {
  bench = await createBench((root) => writeFiles(root, withText(globFiles)))
  await bench.workspace.write('/docs/guide.md', 'needle\n', bench.call)
})

afterEach(() => {
  vi.unstubAllEnvs()
})

afterAll(() => bench[Symbol.asyncDispose]())

const cases = [
  ...[...ignoreLayouts, ...allowListLayouts].map((layout) => ({
    name: layout.name,
    run: () => seeOnlyVisible(layout),
  })),
  ...globCases.map((glob) => ({ name: toName('glob', glob), run: () => expectGlob(glob) })),
  ...filterCases.map((glob) => ({ name: toName('grep', glob), run: () => expectFilter(glob) })),
]

const everFailed = [
  toName('glob', { pattern: HUGE_RANGE, found: [] }),
  toName('grep', { pattern: '!src,!app,!*.md', found: [] }),
  toName('grep', { pattern: '!src/,!app/**,!*.md', found: [] }),
]

testCorpus('glob-layouts', { cases, everFailed }, ({ run }) => run())

function toName(tool: string, { pattern, path }: GlobCase): string {
  return `${tool} ${JSON.stringify(pattern.slice(0, 100))}${path === undefined ? '' : ` in ${path}`}`
}

function withText(files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text || 'needle\n']))
}

async function expectGlob({ pattern, path, found }: GlobCase): Promise<void> {
  const query = { pattern, ...(path !== undefined && { path }) }
  await expectFound(async () => (await bench.workspace.glob(query)).items, found)
}

async function expectFilter({ pattern, path, found }: GlobCase): Promise<void> {
  const query = { pattern: 'needle', glob: pattern, ...(path !== undefined && { path }) }
  await expectFound(() => grepFiles(bench.workspace, query), found)
}

async function expectFound(
  find: () => Promise<readonly AgentPath[]>,
  found: GlobCase['found'],
): Promise<void> {
  if (typeof found === 'string') return expect(find()).rejects.toThrow(found)
  const paths = found.map((path) => (path.startsWith('/') ? path : `/workspace/${path}`))
  expect(await find()).toEqual(paths.toSorted())
}

async function grepFiles(
  workspace: Workspace,
  query: { readonly pattern: string; readonly glob?: string; readonly path?: string },
): Promise<readonly AgentPath[]> {
  const { items } = await workspace.grep(query)
  const counted = await workspace.countMatches(query)
  const files = [...new Set(items.map(({ path }) => path))]
  expect(counted.items.map(({ path }) => path)).toEqual(files)
  return files
}

/** Every search and the snapshot see the same files. */
async function seeOnlyVisible({ files, project, home, visible, ...layout }: IgnoreLayout) {
  const prepare = (root: string) => {
    const top = root.slice(0, -join(sep, project).length)
    const homeFolder = home === undefined ? join(dirname(top), 'no-home') : join(top, home)
    vi.stubEnv('HOME', homeFolder)
    vi.stubEnv('XDG_CONFIG_HOME', undefined)
    writeFiles(top, withText(files))
    layout.prepare?.(top)
  }
  await using opened = await createBench(prepare, project)
  const { workspace, root } = opened
  const real = realpathSync(root)
  const expected = visible.map((path) => `/workspace/${path}`).toSorted()
  const globbed = (await workspace.glob({ pattern: '**' })).items
  const scanned = [...(await scanFiles(real)).keys()].map((path) => `/workspace/${path}`)
  expect({ globbed, scanned, grepped: await grepFiles(workspace, { pattern: 'needle' }) }).toEqual({
    globbed: expected,
    scanned: expected,
    grepped: expected,
  })
  const isHidden = (path: string) => path.split('/').some((part) => part.startsWith('.'))
  const recorded = [...listFiles(real)].filter((path) => !isHidden(path))
  expect(recorded.toSorted()).toEqual((layout.recorded ?? visible).toSorted())
}
