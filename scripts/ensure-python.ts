import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** What tests need of Python: a module, and the package of Debian that has it. */
interface Wanted {
  readonly module: string
  readonly package: string
  /** Any of these may have it. */
  readonly pythons: readonly string[]
  readonly advice: string
}

const DEBUGPY: Wanted = {
  module: 'debugpy.adapter',
  package: 'python3-debugpy',
  pythons: ['python3', '/usr/bin/python3'],
  advice: 'Install debugpy for Python, to run the tests of the debugger.',
}

const PYTEST: Wanted = {
  module: 'pytest',
  package: 'python3-pytest',
  // The one that runs a project’s tests.
  pythons: ['python3'],
  advice: 'Install pytest for Python, to run the tests of run_tests.',
}

/** Sees to it that Python’s debugger is there. Returns why not, or undefined. */
export function ensureDebugpy(): string | undefined {
  return ensure(DEBUGPY)
}

/** Sees to it that pytest is there. Returns why not, or undefined. */
export function ensurePytest(): string | undefined {
  return ensure(PYTEST)
}

/** Installs it where that takes no question: as root, with apt. */
function ensure(wanted: Wanted): string | undefined {
  const { advice } = wanted
  if (isThere(wanted)) return undefined
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return advice
  const problem = runApt('update', '-q') ?? runApt('install', '-q', '-y', wanted.package)
  if (problem) return `${advice} ${problem}`
  return isThere(wanted) ? undefined : `${advice} ${wanted.package} is not for this Python.`
}

function isThere({ module, pythons }: Wanted): boolean {
  return pythons.some((python) => spawnSync(python, ['-c', `import ${module}`]).status === 0)
}

/** Why it failed, or undefined. */
function runApt(command: string, ...args: readonly string[]): string | undefined {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stderr } = spawnSync('apt-get', [command, ...args], { env, encoding: 'utf8' })
  return status === 0 ? undefined : `apt-get ${command} failed: ${stderr.trim()}`
}
