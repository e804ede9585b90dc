import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type ModelRequest, type Reply, startModelServer } from '../support/model-server.ts'
import { type Cost, measureToEnd, measureUntil } from './process-tree.ts'
import type { Row } from './row.ts'

const root = resolve(import.meta.dirname, '../..')
const orrery = ['npm', 'run', '--silent', 'orrery', '--']
const READS = 100
const ROUNDS = 3

/** What opencode 1.18 took for the same work on two cores, measured once: it is too large to install here. */
const opencode = {
  of: 'opencode 1.18 (recorded on 2 cores)',
  run: { cpuSeconds: 26.8, peakMiB: 852 },
  serve: { wallSeconds: 2.2, peakMiB: 317 },
}

/** The command line from npm on: a run of many reads on a scripted model, and a served window. */
export async function measureCommands(): Promise<Row[]> {
  await using owned = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'))
  owned.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const project = writeProject(folder)
  const server = owned.use(await startModelServer(readOneByOne))
  let count = 0
  const dataDir = () => {
    count += 1
    return ['--data-dir', join(folder, `data-${count}`)]
  }
  const model = ['--model', 'compatible:scripted', '--base-url', server.url]
  const runCommand = [...orrery, 'run', '--project', project, ...model, 'Read them']
  const run = await repeat(() => measureToEnd([...runCommand, ...dataDir()], { cwd: root }))
  const serveCommand = [...orrery, 'serve', '--no-open', '--json']
  const serve = await repeat(() =>
    measureUntil([...serveCommand, ...dataDir()], { cwd: root, ready: /"url"/ }),
  )
  return toRows(run, serve)
}

function toRows(run: Cost, serve: Cost): Row[] {
  const { of } = opencode
  const reads = `orrery run, ${READS} reads, npm included`
  const ready = 'orrery serve until it is ready, npm included'
  const cpu = { ours: run.cpuSeconds, baseline: opencode.run.cpuSeconds, unit: 's' }
  const memory = { ours: run.peakMiB, baseline: opencode.run.peakMiB, unit: 'MiB' }
  const time = { ours: serve.wallSeconds, baseline: opencode.serve.wallSeconds, unit: 's' }
  const serving = { ours: serve.peakMiB, baseline: opencode.serve.peakMiB, unit: 'MiB' }
  return [
    { what: `${reads}: CPU`, of, promised: 1 / 4, ...cpu },
    { what: `${reads}: memory`, of, promised: 1 / 3, ...memory },
    { what: `${ready}: time`, of, promised: 1 / 2, ...time },
    { what: `${ready}: memory`, of, promised: 1 / 2, ...serving },
  ]
}

function writeProject(folder: string): string {
  const project = join(folder, 'project')
  mkdirSync(project)
  for (let file = 0; file < READS; file += 1) {
    writeFileSync(join(project, `file-${file}.ts`), 'export const line = 1\n'.repeat(60))
  }
  return project
}

/** Reads one file a step, as the baseline's script did. */
function readOneByOne({ messages }: ModelRequest): Reply {
  const step = messages.filter(({ role }) => role === 'assistant').length
  if (step === READS) return { text: 'I have read them all.' }
  return { calls: [{ name: 'read_file', args: { file_path: `/workspace/file-${step}.ts` } }] }
}

/** The median of each figure over some rounds, after one that warms the caches. */
async function repeat(measure: () => Promise<Cost>): Promise<Cost> {
  await measure()
  const costs: Cost[] = []
  for (let round = 0; round < ROUNDS; round += 1) costs.push(await measure())
  return {
    wallSeconds: median(costs.map(({ wallSeconds }) => wallSeconds)),
    cpuSeconds: median(costs.map(({ cpuSeconds }) => cpuSeconds)),
    peakMiB: median(costs.map(({ peakMiB }) => peakMiB)),
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
