// Bundles what Node runs, as a build does, loads every piece of it, and starts it: what fails only where
// it is bundled shows here. The window's bundle is no part of it.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { resolveConfig } from 'electron-vite'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')
/** Below the folder of package.json, by which it finds itself, and beside what a build has left. */
const outDir = join(root, 'out/checked')
/** Evaluating half a megabyte takes some 20 ms; the host's thread may be held for 50. */
const MAX_SLICE_CHARS = 500_000

async function check(): Promise<void> {
  await bundle()
  const pieces = globSync('{chunks,workers}/**/*.js', { cwd: outDir })
  const failures = await loadAll(pieces.map((piece) => join(outDir, piece)))
  const slices = findSlices()
  const large = slices.filter(({ text }) => text.length > MAX_SLICE_CHARS)
  failures.push(...large.map(({ name, text }) => `${name}: ${text.length} characters in one slice`))
  if (!slices.some(({ text }) => text.includes('function createDeepAgent('))) {
    failures.push('The agents are not loaded in slices.')
  }
  const started = spawnSync(process.execPath, [join(outDir, 'cli.js'), '--version'])
  if (started.status !== 0) failures.push(`cli.js did not start: ${started.stderr}`)
  if (failures.length > 0 || pieces.length === 0) process.exitCode = 1
  const counts = `${pieces.length} pieces and ${slices.length} slices loaded`
  console.log([...failures, `${counts}, ${failures.length} failed`].join('\n'))
}

/** The chunks that the host loads one at a time, as `split-loading.ts` left them. */
function findSlices(): readonly { readonly name: string; readonly text: string }[] {
  const chunks = globSync('chunks/*.js', { cwd: outDir }).map((file) => join(outDir, file))
  const calls = chunks.flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/\bloadInSlices\(\[(.*?)\]/g),
  ])
  const names = calls.flatMap(([, list = '']) =>
    [...list.matchAll(/import\("\.\/(.*?)"\)/g)].map(([, name = '']) => name),
  )
  return [...new Set(names)].map((name) => ({
    name,
    text: readFileSync(join(outDir, 'chunks', name), 'utf8'),
  }))
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
