import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addPersonProgram } from '../../core/processes/agent-processes.ts'
import { toProgramPath } from '../../core/programs/find-program.ts'

/** A browser that was asked to open something. Disposing it removes the file it was given. */
type OpenedBrowser = AsyncDisposable

/**
 * Opens a link in the person's browser. It goes by a private file that redirects: arguments can be
 * read by every user of the machine. `onFailure` is called where there is no browser to ask.
 */
export function openBrowser(link: string, onFailure: () => void): OpenedBrowser {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-'))
  const file = join(folder, 'open.html')
  writeFileSync(file, toRedirect(link), { mode: 0o600 })
  const [program, ...args] = opener(file)
  const path = toProgramPath(program, { folder: process.cwd(), env: process.env })
  const child = spawn(path, args, { stdio: 'ignore', detached: true })
  const counted = child.pid === undefined ? undefined : addPersonProgram(child.pid)
  child.on('error', onFailure)
  child.on('exit', () => counted?.[Symbol.dispose]())
  child.on('exit', (code) => code && onFailure())
  child.unref()
  return { [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

function toRedirect(link: string): string {
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${link}">`
}

function opener(file: string): readonly [string, ...string[]] {
  if (process.platform === 'darwin') return ['open', file]
  return process.platform === 'win32' ? ['explorer.exe', file] : ['xdg-open', file]
}

/** Whether there is a screen to open a browser on. */
export function hasDisplay(env: Readonly<Record<string, string | undefined>>): boolean {
  return process.platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
}
