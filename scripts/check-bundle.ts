// Bundles what Node runs, as a build does, loads every piece of it, and starts it: what fails only where
// it is bundled shows here. The window's bundle is no part of it.
import { spawnSync } from 'node:child_process'
import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { resolveConfig } from 'electron-vite'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')
/** Below the folder of package.json, by which it finds itself, and beside what a build has left. */
const outDir = join(root, 'out/checked')

async function check(): Promise<void> {
  await bundle()
  const pieces = globSync('{chunks,workers}/**/*.js', { cwd: outDir })
  const failures = await loadAll(pieces.map((piece) => join(outDir, piece)))
  const started = spawnSync(process.execPath, [join(outDir, 'cli.js'), '--version'])
  if (started.status !== 0) failures.push(`cli.js did not start: ${started.stderr}`)
  if (failures.length > 0 || pieces.length === 0) process.exitCode = 1
  console.log([...failures, `${pieces.length} pieces loaded, ${failures.length} failed`].join('\n'))
}

async function bundle(): Promise<void> {
  const { config } = await resolveConfig({ root, logLevel: 'error' }, 'build', 'production')
  if (!config?.main) throw new Error('electron.vite.config.ts says nothing of the main process.')
  await build({ ...config.main, build: { ...config.main.build, outDir, emptyOutDir: true } })
}

/** In a thread, for some are a worker's; it ends once all are loaded. */
async function loadAll(files: readonly string[]): Promise<string[]> {
  const { promise, resolve, reject } = Promise.withResolvers<string[]>()
  const worker = new Worker(new URL(import.meta.url), { workerData: files })
  worker.on('error', reject)
  worker.on('message', (message) => {
    if (Array.isArray(message)) resolve(message.map(String))
  })
  try {
    return await promise
  } finally {
    await worker.terminate()
  }
}

async function load(files: readonly string[]): Promise<void> {
  const failures: string[] = []
  for (const file of files) {
    await import(file).catch((error: unknown) => failures.push(`${file}: ${String(error)}`))
  }
  parentPort?.postMessage(failures)
}

if (isMainThread) {
  try {
    await check()
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
} else await load(workerData)
