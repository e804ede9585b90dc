import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = [
  // Without the browser around the page, which nothing here looks at: a fifth quicker on two cores.
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome.exe',
]
const places = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The browser to test in: what `CHROMIUM` names, else one that is installed. */
export function findChromium(): string | undefined {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const inPath = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...inPath, ...places].find((path) => existsSync(path))
}

/** Installs Chromium where that takes no question: as root, with apt. Returns why not, or undefined. */
export function ensureChromium(): string | undefined {
  if (findChromium()) return undefined
  const advice =
    'Install Chromium, or set CHROMIUM to the path of one, to run the tests in a browser.'
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return advice
  console.log('Installing Chromium, which the tests in a browser need…')
  const updated = runApt('update', '-q')
  if (updated) return `${advice} ${updated}`
  const problem = install('chromium-headless-shell') && install('chromium')
  if (problem) return `${advice} ${problem}`
  return findChromium() ? undefined : advice
}

function install(name: string): string | undefined {
  return runApt('install', '-q', '-y', '--no-install-recommends', name, 'fonts-liberation')
}

/** Why it failed, or undefined. */
function runApt(command: string, ...args: readonly string[]): string | undefined {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stderr } = spawnSync('apt-get', [command, ...args], { env, encoding: 'utf8' })
  return status === 0 ? undefined : `apt-get ${command} failed: ${stderr.trim()}`
}

if (import.meta.main) {
  const problem = ensureChromium()
  console.log(problem ?? `Chromium: ${findChromium()}`)
  process.exitCode = problem ? 1 : 0
}
