import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = [
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
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const commands = [
    ['update', '-q'],
    ['install', '-q', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'],
  ]
  for (const command of commands) {
    const { status, stderr } = spawnSync('apt-get', command, { env, encoding: 'utf8' })
    if (status !== 0) return `${advice} apt-get ${command[0]} failed: ${stderr.trim()}`
  }
  return findChromium() ? undefined : advice
}

if (import.meta.main) {
  const problem = ensureChromium()
  console.log(problem ?? `Chromium: ${findChromium()}`)
  process.exitCode = problem ? 1 : 0
}
