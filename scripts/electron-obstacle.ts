import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findElectron } from './fetch-electron.ts'

/** Any of these keeps a user without rights from making the namespaces of Chromium's sandbox. */
const restrictions = [
  ['/proc/sys/kernel/apparmor_restrict_unprivileged_userns', '1'],
  ['/proc/sys/kernel/unprivileged_userns_clone', '0'],
  ['/proc/sys/user/max_user_namespaces', '0'],
] as const

/** Why the Electron that is there would not open a window on this machine. */
export function findElectronObstacle(flags: readonly string[]): string | undefined {
  const executable = findElectron()
  const { DISPLAY, WAYLAND_DISPLAY, ELECTRON_EXEC_PATH, ELECTRON_OVERRIDE_DIST_PATH } = process.env
  // Named on purpose, so perhaps one that needs none of this.
  const isNamed = Boolean(ELECTRON_EXEC_PATH || ELECTRON_OVERRIDE_DIST_PATH)
  if (process.platform !== 'linux' || isNamed || !executable) return undefined
  if (!DISPLAY && !WAYLAND_DISPLAY) return 'there is no display'
  return flags.includes('--no-sandbox') ? undefined : findSandboxObstacle(executable)
}

/** Electron ends at once where its sandbox cannot be had. */
function findSandboxObstacle(executable: string): string | undefined {
  if (process.getuid?.() === 0) return 'root gets no sandbox'
  const helper = join(dirname(executable), 'chrome-sandbox')
  if (!restrictions.some(([file, value]) => readLine(file) === value) || isRootsOwn(helper)) return
  return `this system allows its sandbox only after: sudo chown root ${helper} && sudo chmod 4755 ${helper}`
}

function readLine(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return undefined
  }
}

/** Whether a program runs as root, whoever starts it. */
function isRootsOwn(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && found.uid === 0 && (found.mode & 0o4000) !== 0
}
