import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

// Never require('electron') itself: it downloads, with no limit on how long.
const require = createRequire(import.meta.url)
const home = dirname(require.resolve('electron/package.json'))

export type Limits = { readonly firstByteMs: number; readonly stallMs: number }

/** `percent` is 0 while the size is unknown. */
export type Progress = { readonly percent: number; readonly megabytes: number }

type ProgressReport = {
  readonly transferred: number
  readonly total: number | null
  readonly percent: number
}
type DownloadArtifact = (artifact: {
  readonly version: string
  readonly artifactName: string
  readonly checksums: unknown
  readonly cacheRoot?: string
  readonly downloadOptions: {
    readonly quiet: boolean
    readonly signal: AbortSignal
    readonly getProgressCallback: (report: ProgressReport) => void
  }
}) => Promise<string>

/** The Electron to run, if there is one: named by the environment, or installed. */
export function findElectron(): string | undefined {
  if (process.env.ELECTRON_EXEC_PATH) return process.env.ELECTRON_EXEC_PATH
  const nameFile = join(home, 'path.txt')
  const name = existsSync(nameFile) ? readFileSync(nameFile, 'utf8') : undefined
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH
  const path = folder ? join(folder, name ?? 'electron') : name && join(home, 'dist', name)
  return path && existsSync(path) ? path : undefined
}

/** Downloads Electron into its cache and installs it. Throws with a reason a person can read. */
export async function fetchElectron(
  limits: Limits,
  onProgress: (progress: Progress) => void,
): Promise<void> {
  await download(limits, onProgress)
  // The archive is in the cache now, where Electron's own installer looks first.
  const installer = [join(home, 'install.js')]
  const { status, stderr } = spawnSync(process.execPath, installer, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr.trim().split('\n')[0])
}

async function download(limits: Limits, onProgress: (progress: Progress) => void): Promise<void> {
  const downloadArtifact = await loadDownloader()
  const gate = new AbortController()
  const allow = (ms: number, why: string) =>
    setTimeout(() => gate.abort(new Error(`${why} ${ms / 1000} s`)), ms)
  let timer = allow(limits.firstByteMs, 'no answer within')
  try {
    await downloadArtifact({
      version: require('electron/package.json').version,
      artifactName: 'electron',
      checksums: require('electron/checksums.json'),
      ...(process.env.electron_config_cache && { cacheRoot: process.env.electron_config_cache }),
      downloadOptions: {
        quiet: true,
        signal: gate.signal,
        getProgressCallback: ({ transferred, percent }) => {
          clearTimeout(timer)
          timer = allow(limits.stallMs, 'the download stalled for')
          onProgress({
            percent: Math.floor(percent * 100),
            megabytes: Math.floor(transferred / 1e6),
          })
        },
      },
    })
  } catch (error) {
    throw new Error(toReason(gate.signal.aborted ? gate.signal.reason : error), { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

/** `@electron/get` is Electron's dependency, not ours: found from there. */
async function loadDownloader(): Promise<DownloadArtifact> {
  const path = createRequire(join(home, 'package.json')).resolve('@electron/get')
  const { downloadArtifact } = await import(pathToFileURL(path).href)
  return downloadArtifact
}

function toReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause: unknown = error.cause ?? error
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ECONNREFUSED') {
    return 'no network, or its server is not reachable'
  }
  return (cause instanceof Error ? cause : error).message.split('\n')[0] ?? 'the download failed'
}
