import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'

/** What a command and everything it started took. Linux only: it reads /proc. */
export interface Cost {
  readonly wallSeconds: number
  /** User and system time of every process of the tree. */
  readonly cpuSeconds: number
  /** The most that all processes together held resident, sampled every 40 ms, in MiB. */
  readonly peakMiB: number
}

const SAMPLE_MS = 40
const TICKS_PER_SECOND = 100
const PAGE_KIB = 4

/** Runs a command to its end and measures its process tree. Fails where the command does. */
export async function measureToEnd(command: readonly string[], options: Options): Promise<Cost> {
  const tree = startTree(command, options)
  const code = await new Promise<number | null>((resolve) => tree.child.on('close', resolve))
  const cost = tree.stop()
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${tree.output()}`)
  return cost
}

/** Runs a command until it has printed a line that matches, measures, and ends it. */
export async function measureUntil(
  command: readonly string[],
  { ready, ...options }: Options & { readonly ready: RegExp },
): Promise<Cost> {
  const tree = startTree(command, options)
  await new Promise<void>((resolve, reject) => {
    tree.child.stdout?.on('data', () => {
      if (ready.test(tree.output())) resolve()
    })
    tree.child.on('close', () =>
      reject(new Error(`It ended before it was ready:\n${tree.output()}`)),
    )
  })
  const cost = tree.stop()
  process.kill(-(tree.child.pid ?? 0), 'SIGTERM')
  return cost
}

interface Options {
  readonly cwd: string
  readonly env?: NodeJS.ProcessEnv
}

interface Tree {
  readonly child: ChildProcess
  output(): string
  stop(): Cost
}

function startTree([command = '', ...args]: readonly string[], options: Options): Tree {
  const startedAt = performance.now()
  // A group of its own, so that the whole tree can be ended.
  const child = spawn(command, args, {
    ...options,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (data: Buffer) => (output += data.toString()))
  child.stderr.on('data', (data: Buffer) => (output += data.toString()))
  const seen = new Map<number, number>()
  let peakMiB = 0
  const sample = () => {
    peakMiB = Math.max(peakMiB, sampleTree(child.pid ?? 0, seen))
  }
  const timer = setInterval(sample, SAMPLE_MS)
  return {
    child,
    output: () => output,
    stop: () => {
      sample()
      clearInterval(timer)
      const ticks = [...seen.values()].reduce((sum, own) => sum + own, 0)
      const wallSeconds = (performance.now() - startedAt) / 1000
      return { wallSeconds, cpuSeconds: ticks / TICKS_PER_SECOND, peakMiB }
    },
  }
}

/** Notes each process's own CPU time so far; answers what the tree holds in memory, in MiB. */
function sampleTree(root: number, cpuTicks: Map<number, number>): number {
  let residentPages = 0
  for (const { pid, ticks, pages } of processesBelow(root)) {
    cpuTicks.set(pid, ticks)
    residentPages += pages
  }
  return (residentPages * PAGE_KIB) / 1024
}

interface Sample {
  readonly pid: number
  readonly parent: number
  readonly ticks: number
  readonly pages: number
}

function processesBelow(root: number): Sample[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? sampleOf(name) : []))
  const wanted = new Set([root])
  // Parents have smaller ids than their children, but for wrap-around: once more settles that too.
  for (const _ of [1, 2]) {
    for (const { pid, parent } of all) if (wanted.has(parent)) wanted.add(pid)
  }
  return all.filter(({ pid }) => wanted.has(pid))
}

/** Fields of /proc/<pid>/stat, counted behind the name: state is 0, so ppid 1, utime 11, stime 12, rss 21. */
function sampleOf(name: string): Sample[] {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, utime = 0, stime = 0, pages = 0] = [
      fields[1],
      fields[11],
      fields[12],
      fields[21],
    ]
    return [{ pid: Number(name), parent, ticks: utime + stime, pages }]
  } catch {
    // It ended between being listed and being read.
    return []
  }
}
