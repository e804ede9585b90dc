import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findChromium as findIn } from '../src-main/core/browser/find-chromium.ts'

/** The browser to test in: what `CHROMIUM` names, else one that is installed. */
export function findChromium(): string | undefined {
  return findIn(process.env)
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
