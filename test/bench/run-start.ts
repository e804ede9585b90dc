import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startModelServer } from '../support/model-server.ts'
import type { Row } from './row.ts'
import { startWatchedHost, type WatchedHost } from './watched-host.ts'
import { writeRepository } from './write-repository.ts'

const cli = resolve(import.meta.dirname, '../../out/main/cli.js')
/** After a run: what is recorded of its project may come to its end. */
const AFTER_MS = 1_000
const RUNS = 3
const PROMISED_STALL_MS = 50

/** How long the first run of a host holds its thread: it loads what runs are made of. */
export async function measureFirstRun(): Promise<readonly Row[]> {
  const stalls: number[] = []
  for (let count = 0; count < RUNS; count += 1) stalls.push(await longestStallOfFirst())
  const what = 'the first run of a start: longest that the host answered nobody'
  return [
    {
      what,
      ours: Math.min(...stalls),
      baseline: PROMISED_STALL_MS,
      of: 'what is promised',
      unit: 'ms',
      promised: 1,
    },
  ]
}

async function longestStallOfFirst(): Promise<number> {
  await using opened = await openRuns(20)
  await opened.host.takeLongestStall()
  return await opened.run()
}

/** What recording a large project holds up when a run starts, beside the same run in a small one. */
export async function measureRunStart(): Promise<readonly Row[]> {
  const [ours, baseline] = [await longestStall(20_000), await longestStall(20)]
  const what = 'a run starts in a project of 20,000 files: longest that the host answered nobody'
  return [{ what, ours, baseline, of: 'the same run in one of 20 files', unit: 'ms' }]
}

/** In milliseconds; the best of several runs, for others use this machine as well. */
async function longestStall(files: number): Promise<number> {
  await using opened = await openRuns(files)
  // The first loads what runs are made of.
  await opened.run()
  const stalls: number[] = []
  for (let count = 0; count < RUNS; count += 1) stalls.push(await opened.run())
  return Math.min(...stalls)
}

interface OpenRuns extends AsyncDisposable {
  readonly host: WatchedHost
  /** Resolves to the longest stall of the host during one run, in milliseconds. */
  run(): Promise<number>
}

/** A host of its own, whose runs work on a repository of so many files. */
async function openRuns(files: number): Promise<OpenRuns> {
  await using owned = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'))
  owned.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const [project, dataDir] = [join(folder, 'project'), join(folder, 'data')]
  writeRepository(project, files)
  const server = owned.use(await startModelServer(() => ({ text: 'Done.' })))
  const host = owned.use(await startWatchedHost(dataDir))
  const model = ['--model', 'compatible:scripted', '--base-url', server.url]
  const flags = ['run', '--data-dir', dataDir, '--project', project, ...model, 'Go']
  const disposables = owned.move()
  return {
    host,
    run: async () => {
      await promisify(execFile)(process.execPath, [cli, ...flags])
      await delay(AFTER_MS)
      return host.takeLongestStall()
    },
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  }
}
