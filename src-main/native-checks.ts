import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { builtinServers } from './core/integrations/lsp/choose-servers.ts'
import { createLanguageWorker } from './core/integrations/lsp/languages.ts'
import { loadGrammar } from './core/permissions/shell/load-grammar.ts'
import { Work } from './core/permissions/shell/work.ts'
import { tryDatabase } from './core/store/database/database.ts'
import { SemanticFile } from './core/store/vectors/semantic-file.ts'
import { spawnPty } from './core/terminals/pty.ts'
import { runRipgrep } from './core/workspace/listing/ripgrep.ts'
import { findWatch } from './core/workspace/tracking/watcher.ts'

/** Something that has to work for Orrery to. It fails with what does not. */
export interface Check {
  readonly what: string
  run(): Promise<void>
}

export interface CheckResult {
  readonly what: string
  readonly ms: number
  /** Why it failed; absent: it is fine. */
  readonly error?: string
}

/** One after the other, also after one that failed or hung. */
export async function runChecks(
  checks: readonly Check[],
  withinMs: number,
): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = []
  for (const { what, run } of checks) {
    const beganAt = performance.now()
    const error = await within(run(), withinMs)
    results.push({ what, ms: Math.round(performance.now() - beganAt), ...(error && { error }) })
  }
  return results
}

async function within(running: Promise<void>, ms: number): Promise<string | undefined> {
  const waiting = new AbortController()
  const late = delay(ms, `nothing came of it within ${ms / 1000} s`, { signal: waiting.signal })
  const done = running.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  try {
    return await Promise.race([done, late])
  } finally {
    waiting.abort()
    late.catch(() => undefined)
  }
}

/** Every part that is made for a system: each does a little of what it is there for. */
export const nativeChecks: readonly Check[] = [
  { what: 'sessions are kept (better-sqlite3)', run: async () => tryDatabase() },
  { what: 'a terminal runs a program (node-pty)', run: tryTerminal },
  { what: 'files are searched (ripgrep)', run: () => inFolder(trySearch) },
  { what: 'changes of files are seen (@parcel/watcher)', run: () => inFolder(tryWatching) },
  { what: 'files are searched by meaning (sqlite-vec)', run: () => inFolder(tryVectors) },
  { what: 'commands are read (tree-sitter)', run: tryGrammar },
  { what: 'code is checked (TypeScript’s server, Pyright)', run: () => inFolder(tryServers) },
]

async function inFolder(act: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-check-'))
  try {
    await act(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function tryTerminal(): Promise<void> {
  const isWindows = process.platform === 'win32'
  const [file, ...args] = isWindows
    ? (['cmd.exe', '/c', 'echo orrery'] as const)
    : (['/bin/sh', '-c', 'echo orrery'] as const)
  const env = { PATH: process.env['PATH'] ?? '' }
  const pty = await spawnPty({ file, args, cwd: tmpdir(), env, cols: 80, rows: 24 })
  let printed = ''
  pty.onData((data) => (printed += data))
  await pty.exited
  if (!printed.includes('orrery')) throw new Error(`it printed ${JSON.stringify(printed)}`)
}

async function trySearch(folder: string): Promise<void> {
  await writeFile(join(folder, 'a.txt'), 'orrery\n')
  const found: string[] = []
  const search = { args: ['--files-with-matches', 'orrery', '.'], folder, separator: '\n' } as const
  for await (const records of runRipgrep(search)) found.push(...records)
  if (found.length !== 1) throw new Error(`it found ${found.length} files instead of one`)
}

async function tryWatching(folder: string): Promise<void> {
  const seen = Promise.withResolvers<void>()
  const watch = { root: folder, ignored: [], onChange: () => seen.resolve() }
  await using watching = await findWatch(watch)
  if (!watching) throw new Error('the system does not let it watch a folder')
  await writeFile(join(folder, 'a.txt'), 'orrery')
  await seen.promise
}

async function tryVectors(folder: string): Promise<void> {
  using index = new SemanticFile(folder)
  index.findNear(
    { model: 'check:none', vector: new Float32Array([1, 0]) },
    { root: '', under: '', limit: 1 },
  )
}

async function tryGrammar(): Promise<void> {
  const parse = await loadGrammar()
  if (!parse('ls -l | wc', new Work())) throw new Error('it read nothing')
}

async function tryServers(folder: string): Promise<void> {
  const files = {
    'a.ts': 'export const a: Array<string> = [1].map((one) => one)\n',
    'a.py': 'a: str = 1\n',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  await using worker = createLanguageWorker()
  const servers = builtinServers(folder, { PATH: process.env['PATH'] ?? '' })
  const work = { root: folder, servers, paths: Object.keys(files) }
  const reply = await worker.call({ type: 'diagnose', work, unstartable: [] })
  await worker.call({ type: 'end' })
  if (reply.type !== 'diagnose') throw new Error('it answered something else')
  const { diagnostics, problems } = reply.diagnosis
  const messages = diagnostics.map(({ path, message }) => `${path}: ${message}`)
  for (const name of Object.keys(files)) {
    if (!messages.some((message) => message.startsWith(name) && message.includes('assignable'))) {
      throw new Error(`of ${name} it found nothing: ${[...messages, ...problems].join('; ')}`)
    }
  }
}
