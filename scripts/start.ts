// `npm start [-- [FOLDER] [--browser] [--data-dir DIR]]`: the desktop app, or with --browser (and where
// Electron cannot be had) the same workbench in the browser. Other flags are passed on.
import { globSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { become, runAs } from './become.mjs'
import { findElectronObstacle } from './electron-obstacle.ts'
import { fetchElectron, findElectron, type Progress } from './fetch-electron.ts'
import { runStep } from './run-step.ts'

const root = join(import.meta.dirname, '..')
const sources = ['src-*/**', 'package-lock.json', 'electron.vite.config.ts']
const bundles = [
  'out/main/index.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
  'out/replay/template.html',
]

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
  const command = [join(root, 'scripts/build.ts')]
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

/** Electron's executable, fetched if it has to be; or undefined, and why in one sentence. */
async function getElectron(flags: readonly string[]): Promise<string | undefined> {
  try {
    if (!findElectron()) {
      await fetchElectron({ firstByteMs: 8_000, stallMs: 15_000 }, createProgressPrinter())
    }
    const obstacle = findElectronObstacle(flags)
    if (obstacle) throw new Error(obstacle)
    return findElectron()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    console.error(`Electron cannot be used (${reason}): Orrery starts in your browser instead.`)
    return undefined
  }
}

interface Wish {
  readonly isBrowser: boolean
  /** To be opened. */
  readonly folders: readonly string[]
  readonly flags: readonly string[]
  readonly env: NodeJS.ProcessEnv
}

/** Paths are those of where npm was called; npm itself goes to the package's folder. */
function readWish(args: readonly string[]): Wish {
  const options = {
    browser: { type: 'boolean' },
    'data-dir': { type: 'string' },
    port: { type: 'string' },
  } as const
  const { positionals, tokens, values } = parseArgs({
    args: [...args],
    options,
    strict: false,
    tokens: true,
  })
  const place = (path: string) => resolve(process.env.INIT_CWD ?? '.', path)
  const dataDir = values['data-dir']
  const flags = tokens
    .filter((token) => token.kind === 'option')
    .filter(({ name }) => name !== 'browser' && name !== 'data-dir')
    .map(({ rawName, value }) => (value === undefined ? rawName : `${rawName}=${value}`))
  const env = { ...process.env }
  // Left over from a terminal inside another Electron app, it would make ours plain Node.
  delete env.ELECTRON_RUN_AS_NODE
  return {
    isBrowser: values.browser === true,
    folders: positionals.map(place),
    flags,
    // Chromium would part a flag from its value.
    env: typeof dataDir === 'string' ? { ...env, ORRERY_DATA_DIR: place(dataDir) } : env,
  }
}

/** What can't be opened, in a sentence. */
function findMistake({ folders }: Wish): string | undefined {
  const [folder, second] = folders
  if (second !== undefined) return `Name one folder to open; "${second}" is one too many.`
  if (folder === undefined || statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  return `${folder} is no folder. Name one that is there.`
}

async function open({ isBrowser, folders, flags, env }: Wish): Promise<void> {
  const electron = isBrowser ? undefined : await getElectron(flags)
  if (electron) return runAs(electron, [...flags, root, ...folders], env)
  const cli = join(root, 'src-main/cli/main.ts')
  become(process.execPath, [...process.execArgv, cli, 'serve', ...flags, ...folders], env)
}

const wish = readWish(process.argv.slice(2))
const mistake = findMistake(wish)
if (mistake) {
  console.error(mistake)
  process.exitCode = 2
} else if (isBuilt() || (await build())) {
  await open(wish)
} else {
  process.exitCode = 1
}
