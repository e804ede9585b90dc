import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findWatch } from './watcher.ts'

/** Watches, and notes what it is told. */
async function watchAndNote(root: string) {
  const seen: string[] = []
  const onChange = (paths: readonly string[] = []) => void seen.push(...paths)
  const watch = await findWatch({ root, ignored: [], onChange })
  if (!watch) throw new Error('The system does not let a folder be watched.')
  return { seen, [Symbol.asyncDispose]: () => watch[Symbol.asyncDispose]() }
}

/** Also those that have ended and were not collected. */
function childrenOf(pid: number): string {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
}

test.runIf(process.platform === 'linux')('watching a folder starts no process', async () => {
  const root = mkdtempSync(join(tmpdir(), 'orrery-watch-'))
  const before = childrenOf(process.pid)
  {
    await using watched = await watchAndNote(root)
    const { seen } = watched
    writeFileSync(join(root, 'a.txt'), 'a')
    await expect.poll(() => seen).toContain('a.txt')
  }
  expect(childrenOf(process.pid)).toBe(before)
  rmSync(root, { recursive: true })
})

test('watching ends in peace where folders were moved and deleted meanwhile', async () => {
  const root = mkdtempSync(join(tmpdir(), 'orrery-watch-'))
  mkdirSync(join(root, 'd'))
  {
    await using watched = await watchAndNote(root)
    const { seen } = watched
    mkdirSync(join(root, 'd', 'e'))
    await expect.poll(() => seen).toContain('d/e')
    renameSync(join(root, 'd'), join(root, 'f'))
    await expect.poll(() => seen).toContain('f')
    seen.length = 0
    rmSync(join(root, 'f'), { recursive: true })
    await expect.poll(() => seen).toContain('f')
  }
  rmSync(root, { recursive: true })
})
