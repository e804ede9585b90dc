import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** What was started, and as what. */
export interface Settings {
  /** The app's folder. */
  readonly appPath: string
  readonly mainFile: string
  readonly manifest: Readonly<{ name?: string; productName?: string; version?: string }>
  /** After the executable. */
  readonly argv: readonly string[]
  readonly executable: string
  /** What `-r` names. */
  readonly preloads: readonly string[]
  readonly resources: string
  readonly isPackaged: boolean
  readonly version: string
}

export const ELECTRON_VERSION = '45.4.1'

/** From `electron [switches] <app folder or main file> [arguments]`. */
export function readSettings(argv: readonly string[], env: NodeJS.ProcessEnv): Settings {
  const executable = env['STANDIN_EXE'] ?? process.execPath
  const resources = env['STANDIN_RESOURCES']
  const { preloads, rest } = partPreloads(argv)
  const packaged = resources && join(resources, 'app')
  const isPackaged = packaged !== undefined && existsSync(join(packaged, 'package.json'))
  const target = isPackaged ? packaged : resolve(rest.find((each) => !each.startsWith('-')) ?? '.')
  const isFile = statSync(target).isFile()
  const appPath = isFile ? dirname(target) : target
  const manifestPath = join(appPath, 'package.json')
  const manifest = existsSync(manifestPath) ? JSON.parse(readFileSync(manifestPath, 'utf8')) : {}
  return {
    appPath,
    mainFile: isFile ? target : join(appPath, manifest.main ?? 'index.js'),
    manifest,
    argv,
    executable,
    preloads,
    resources: resources ?? join(dirname(executable), 'resources'),
    isPackaged,
    version: ELECTRON_VERSION,
  }
}

function partPreloads(argv: readonly string[]) {
  const preloads: string[] = []
  const rest: string[] = []
  for (let at = 0; at < argv.length; at++) {
    const each = argv[at] ?? ''
    if (each === '-r' || each === '--require') preloads.push(resolve(argv[++at] ?? ''))
    else rest.push(each)
  }
  return { preloads, rest }
}

let started: Settings | undefined

export function keepSettings(settings: Settings): void {
  started = settings
}

export function settings(): Settings {
  if (!started) throw new Error('stand-in: boot.ts has not read what was started')
  return started
}
