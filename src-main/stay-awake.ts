import { spawn } from 'node:child_process'
import type { StayAwake } from './core/lifetime/stay-awake.ts'
import { toProgramPath } from './core/programs/find-program.ts'

/**
 * How a process without a window keeps the machine awake: by the system's own program for that, which
 * ends with us. Where there is none, nothing is done.
 */
export function stayAwakeHere(platform: NodeJS.Platform = process.platform): StayAwake {
  const command = commandOf(platform)
  return () => {
    const [program, ...args] = command ?? []
    if (program === undefined) return { [Symbol.dispose]: () => undefined }
    const child = spawn(here(program), args, { stdio: ['pipe', 'ignore', 'ignore'] })
    // It is not installed, or may not be used here.
    child.on('error', () => undefined)
    child.stdin.on('error', () => undefined)
    child.unref()
    return { [Symbol.dispose]: () => void child.stdin.end() }
  }
}

/** `cat` ends when its input does: with this process, however that ends. */
function commandOf(platform: NodeJS.Platform): readonly string[] | undefined {
  const cat = here('cat')
  if (platform === 'darwin') return ['caffeinate', '-i', cat]
  if (platform !== 'linux') return undefined
  const why = '--why=An agent is at work'
  return ['systemd-inhibit', '--what=sleep:idle', '--who=Orrery', why, cat]
}

function here(program: string): string {
  return toProgramPath(program, { folder: process.cwd(), env: process.env })
}
