// `npm start`: the desktop app, or with --browser (and where Electron cannot be had) the same
// workbench in the browser. Other arguments are passed on.
import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { become, runAs } from './become.mjs'
import { fetchElectron, findElectron, type Progress } from './fetch-electron.ts'
import { runStep } from './run-step.ts'

const root = join(import.meta.dirname, '..')
const sources = ['src-*/**', 'package-lock.json', 'electron.vite.config.ts']
const bundles = ['out/main/index.js', 'out/preload/index.cjs', 'out/renderer/index.html']

function changedAt(path: string): number {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** Folders count too: theirs is the time of a deletion. */
function isBuilt(): boolean {
  const builtAt = Math.min(...bundles.map(changedAt))
  return globSync(sources, { cwd: root }).every((path) => changedAt(path) <= builtAt)
}

async function build(): Promise<boolean> {
  console.error('Building Orrery…')
  const command = [join(root, 'node_modules/electron-vite/bin/electron-vite.js'), 'build']
  const { ok, output } = await runStep({ name: 'build', command })
  const reason = output.replaceAll(/^ +at .*$/gm, '').trim()
  if (!ok) console.error(`${reason}\nOrrery could not be built: the reason is above.`)
  return ok
}

function createProgressPrinter(): (progress: Progress) => void {
  let last = ''
  return ({ percent, megabytes }) => {
    const shown = percent > 0 ? `${percent} %` : `${megabytes} MB`
    const isWorthIt = process.stderr.isTTY || (percent > 0 ? percent : megabytes) % 10 === 0
    if (shown === last || !isWorthIt) return
    last = shown
    process.stderr.write(`\rDownloading Electron: ${shown}${process.stderr.isTTY ? '' : '\n'}`)
  }
}

function hasDisplay(): boolean {
  const { DISPLAY, WAYLAND_DISPLAY, ELECTRON_EXEC_PATH, ELECTRON_OVERRIDE_DIST_PATH } = process.env
  if (process.platform !== 'linux' || DISPLAY || WAYLAND_DISPLAY) return true
  // Named on purpose, so perhaps one that needs none.
  return Boolean(ELECTRON_EXEC_PATH || ELECTRON_OVERRIDE_DIST_PATH)
}

/** Electron's executable, fetched if it has to be; or undefined, and why in one sentence. */
async function getElectron(): Promise<string | undefined> {
  try {
    if (!findElectron()) {
      await fetchElectron({ firstByteMs: 8_000, stallMs: 15_000 }, createProgressPrinter())
    }
    if (!hasDisplay()) throw new Error('there is no display')
    return findElectron()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    console.error(`Electron cannot be used (${reason}): Orrery starts in your browser instead.`)
    return undefined
  }
}

function serve(args: readonly string[]): void {
  const cli = join(root, 'src-main/cli/main.ts')
  become(process.execPath, [...process.execArgv, cli, 'serve', ...args], process.env)
}

const args = process.argv.slice(2)
const rest = args.filter((each) => each !== '--browser')
if (isBuilt() || (await build())) {
  const electron = args.includes('--browser') ? undefined : await getElectron()
  if (electron) runAs(electron, [root, ...rest], process.env)
  else serve(rest)
} else {
  process.exitCode = 1
}
