import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rgPath } from '@vscode/ripgrep'
import { createToolBench, type ToolBench } from '../support/tool-bench.ts'
import type { Row } from './row.ts'

const FILES = 20_000
const FILES_IN_FOLDER = 100
const LINES = 40
const ROUNDS = 11
const PROMISED = 1.5

interface Search {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  /** What somebody would type to find the same. */
  readonly plain: readonly string[]
}

const path = '/workspace'
const SEARCHES: readonly Search[] = [
  {
    tool: 'grep',
    args: { pattern: 'needle-\\d+7\\b', path },
    plain: ['--line-number', 'needle-\\d+7\\b', '.'],
  },
  {
    tool: 'grep',
    args: { pattern: 'needle', path, glob: '*.js', context: 2, output_mode: 'content' },
    plain: ['--line-number', '--context=2', '--glob=*.js', 'needle', '.'],
  },
  {
    tool: 'grep',
    args: { pattern: 'needle', path, literal: true, output_mode: 'count' },
    plain: ['--count', '--fixed-strings', 'needle', '.'],
  },
  {
    tool: 'glob',
    args: { pattern: '**/file-1?7*.ts', path },
    plain: ['--files', '--glob=**/file-1?7*.ts', '.'],
  },
  {
    tool: 'glob',
    args: { pattern: '**/*.{js,mjs}', path },
    plain: ['--files', '--glob=**/*.{js,mjs}', '.'],
  },
]

/** The tools that search a project of many files, beside ripgrep by itself in the same folder. */
export async function measureProjectSearch(files = FILES): Promise<Row[]> {
  await using place = await createToolBench(Object.fromEntries(writeFiles(files)))
  const rows: Row[] = []
  for (const search of SEARCHES) rows.push(await measure(place, search, files))
  return rows
}

/** One file in fifty is JavaScript, and holds what is looked for. */
function* writeFiles(count: number): Generator<readonly [string, string]> {
  for (let file = 0; file < count; file += 1) {
    const folder = `package-${Math.floor(file / FILES_IN_FOLDER)}/src`
    const lines = Array.from({ length: LINES }, (_, line) => `export const value${line} = ${file}`)
    if (file % 50 === 0) lines[20] = `export const needle = 'needle-${file}7'`
    yield [`${folder}/file-${file}.${file % 50 === 0 ? 'js' : 'ts'}`, lines.join('\n')]
  }
}

/** Turn by turn, so that what else the machine does befalls both. */
async function measure(place: ToolBench, { tool, args, plain }: Search, files: number) {
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await timed(() => place.call(tool, args)))
    theirs.push(await timed(() => runPlainly(plain, place.bench.root)))
  }
  const row: Row = {
    what: `${tool} ${JSON.stringify(args)} in ${files.toLocaleString('en')} files`,
    ours: median(ours),
    baseline: median(theirs),
    of: `rg ${plain.join(' ')}`,
    unit: 'ms',
    promised: PROMISED,
  }
  return row
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

async function runPlainly(args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(rgPath, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  for await (const _chunk of child.stdout);
  await ended
}

function median(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
