import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const PYTHONS = ['python3', '/usr/bin/python3']
const PACKAGE = 'python3-debugpy'

/** Whether some Python here has its debugger. */
export function hasDebugpy(): boolean {
  return PYTHONS.some((python) => spawnSync(python, ['-c', 'import debugpy.adapter']).status === 0)
}

/** Installs Python’s debugger where that takes no question: as root, with apt. Returns why not, or undefined. */
export function ensureDebugpy(): string | undefined {
  if (hasDebugpy()) return undefined
  const advice = 'Install debugpy for Python, to run the tests of the debugger.'
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return advice
  const problem = runApt('update', '-q') ?? runApt('install', '-q', '-y', PACKAGE)
  return problem ? `${advice} ${problem}` : undefined
}

/** Why it failed, or undefined. */
function runApt(command: string, ...args: readonly string[]): string | undefined {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stderr } = spawnSync('apt-get', [command, ...args], { env, encoding: 'utf8' })
  return status === 0 ? undefined : `apt-get ${command} failed: ${stderr.trim()}`
}
