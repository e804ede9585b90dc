import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startModelServer } from '../support/model-server.ts'
import type { Row } from './row.ts'
import { startWatchedHost } from './watched-host.ts'
import { writeRepository } from './write-repository.ts'

const cli = resolve(import.meta.dirname, '../../out/main/cli.js')
/** After a run: what is recorded of its project may come to its end. */
const AFTER_MS = 1_000
const RUNS = 3

/** What recording a large project holds up when a run starts, beside the same run in a small one. */
export async function measureRunStart(): Promise<readonly Row[]> {
  const [ours, baseline] = [await longestStall(20_000), await longestStall(20)]
  const what = 'a run starts in a project of 20,000 files: longest that the host answered nobody'
  return [{ what, ours, baseline, of: 'the same run in one of 20 files', unit: 'ms' }]
}

/** In milliseconds; the best of several runs, for others use this machine as well. */
async function longestStall(files: number): Promise<number> {
  await using owned = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'))
  owned.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const [project, dataDir] = [join(folder, 'project'), join(folder, 'data')]
  writeRepository(project, files)
  const server = owned.use(await startModelServer(() => ({ text: 'Done.' })))
  const host = owned.use(await startWatchedHost(dataDir))
  const model = ['--model', 'compatible:scripted', '--base-url', server.url]
  const flags = ['run', '--data-dir', dataDir, '--project', project, ...model, 'Go']
  const run = async () => {
    await promisify(execFile)(process.execPath, [cli, ...flags])
    await delay(AFTER_MS)
    return host.takeLongestStall()
  }
  // The first loads what runs are made of.
  await run()
  const stalls: number[] = []
  for (let count = 0; count < RUNS; count += 1) stalls.push(await run())
  return Math.min(...stalls)
}
