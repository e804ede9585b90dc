// Plain JavaScript, for Node 20 and later: it runs under whatever Node is installed.
import { existsSync, symlinkSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { become } from './become.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** 24.3 is the first that runs TypeScript without a warning. */
function isNewEnough() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major > 24 || (major === 24 && minor >= 3)
}

function findNode() {
  if (isNewEnough()) return process.execPath
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const path = join(root, 'node_modules', `node-${platform}-${process.arch}`, 'bin', name)
  if (!existsSync(path)) return undefined
  linkNode(path)
  return path
}

/**
 * As npm 11 does and npm 10 does not: from the next time on scripts begin under the newer Node, which
 * can turn itself into another program and leaves nothing behind.
 *
 * @param {string} path
 */
function linkNode(path) {
  const link = join(root, 'node_modules', '.bin', 'node')
  if (process.platform === 'win32' || existsSync(link)) return
  try {
    symlinkSync(relative(dirname(link), path), link)
  } catch {
    // An installation that can't be written goes on as it is.
  }
}

function cacheFolder() {
  const { LOCALAPPDATA, XDG_CACHE_HOME } = process.env
  if (process.platform === 'win32') return LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches')
  return XDG_CACHE_HOME || join(homedir(), '.cache')
}

function watchParent() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return []
  return ['--import', new URL('watch-parent.mjs', import.meta.url).href]
}

/**
 * Turns this process into a script that runs under Node 24, whichever Node is installed, or says what
 * to install.
 *
 * @param {string} script from the project's root, or flags of Node's own
 * @param {readonly string[]} args
 * @param {readonly string[]} flags for V8
 */
export function runOnNode(script, args, flags = []) {
  const node = findNode()
  if (!node) {
    console.error(
      `Orrery needs Node 24.3 or newer and this is ${process.versions.node}: install a newer one from https://nodejs.org.`,
    )
    process.exitCode = 1
    return
  }
  // Stripping types and compiling are most of what a short command costs.
  const env = { NODE_COMPILE_CACHE: join(cacheFolder(), 'orrery', 'compiled'), ...process.env }
  const path = script.startsWith('-') ? script : resolve(root, script)
  become(node, [...flags, ...watchParent(), path, ...args], env)
}
