import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { type PlatformPath, posix, win32 } from 'node:path'
import { isBelow } from '../files/path-containment.ts'
import type { Environment } from './program-environment.ts'
import { splitSearchPath } from './search-path.ts'

/** Where and how a program is started. */
export interface ProgramStart {
  /** The folder in which it starts. */
  readonly folder: string
  /** What it is given: its `PATH` is searched. */
  readonly env: Environment
  /** Whether a shell starts it, which runs scripts as well on Windows. */
  readonly isThroughShell?: boolean
  /** A trusted entry names the `PATH`, so its absolute folders count even if they are in the project. */
  readonly isPathTrusted?: boolean
  /** This machine unless given. */
  readonly system?: System
}

/** The rules and files of an operating system. */
export interface System {
  readonly platform: NodeJS.Platform
  readonly home: string
  /** Whether there is a file at a path that can be started. */
  isProgram(path: string): boolean
  exists(path: string): boolean
  /** Follows links; the path itself if that fails. */
  toRealPath(path: string): string
}

/** Nothing can be there: only an administrator could add it. */
const NOWHERE = { posix: '/nonexistent', win32: String.raw`\\.\nonexistent` } as const

/**
 * Returns the absolute path of a program. A path is taken from the start's folder. A name is searched for in `PATH`, but
 * never in the project, whose files anyone may have written: not in relative or empty entries, nor in the start's folder
 * or a repository around it. If there is none, the path leads nowhere, and starting it fails with `ENOENT`.
 */
export function toProgramPath(program: string, start: ProgramStart): string {
  const { system = thisMachine } = start
  const path = pathOf(system)
  if (program === '') return program
  if (isPath(program, system)) return path.resolve(start.folder, program)
  return findProgram(program, start) ?? path.join(NOWHERE[kindOf(system)], program)
}

/** Returns the absolute path of a program by its name, as `toProgramPath` does; `undefined` if there is none. */
export function findProgram(name: string, start: ProgramStart): string | undefined {
  const [first] = listPrograms(name, start)
  return first
}

/** Lists every program that has a name, in the order of `PATH`. */
export function* listPrograms(name: string, start: ProgramStart): Generator<string> {
  const { system = thisMachine, isPathTrusted = false } = start
  const path = pathOf(system)
  const isInProject = isPathTrusted ? () => false : matchProject(start.folder, system)
  const names = namesOf(name, start)
  for (const { folder } of splitSearchPath(pathVariable(start), system.platform)) {
    if (isInProject(folder)) continue
    for (const one of names) {
      const program = path.join(folder, one)
      if (system.isProgram(program) && !isInProject(program)) yield program
    }
  }
}

/** Anything with a separator, and what Windows takes for one of a drive. */
function isPath(program: string, { platform }: System): boolean {
  return platform === 'win32' ? /[\\/:]/u.test(program) : program.includes('/')
}

function pathVariable({ env, system = thisMachine }: ProgramStart): string {
  return findIn(env, 'PATH', system) ?? '/usr/bin:/bin'
}

/** Windows runs these without a shell. */
const PROGRAMS = '.COM;.EXE'
const SCRIPTS = '.COM;.EXE;.BAT;.CMD'

/** On Windows, an ending may be left out. */
function namesOf(name: string, { env, isThroughShell, system = thisMachine }: ProgramStart) {
  if (system.platform !== 'win32') return [name]
  const listed = isThroughShell ? (findIn(env, 'PATHEXT', system) ?? SCRIPTS) : PROGRAMS
  const endings = listed.split(';').filter((ending) => /^\.\w+$/u.test(ending))
  const hasEnding = endings.some((ending) => name.toLowerCase().endsWith(ending.toLowerCase()))
  return [...(hasEnding ? [name] : []), ...endings.map((ending) => `${name}${ending}`)]
}

function findIn(env: Environment, name: string, { platform }: System): string | undefined {
  if (platform !== 'win32') return env[name]
  const found = Object.entries(env).findLast(([one]) => one.toUpperCase() === name)
  return found?.[1]
}

/** Whether a path is, by its name or by where links lead, in a folder or a repository around it. */
function matchProject(folder: string, system: System): (path: string) => boolean {
  const projects = foldersAround(folder, system).flatMap((one) => [one, system.toRealPath(one)])
  return (path) =>
    [path, system.toRealPath(path)].some((one) =>
      projects.some((project) => isWithin(one, project, system)),
    )
}

/** What shows that a folder above belongs to the project, too. */
const MARKS = ['.git', 'node_modules']

/** The folder itself, and those above it that are a repository or a package. Nothing is outside a root folder. */
function foldersAround(folder: string, system: System): readonly string[] {
  const path = pathOf(system)
  const found: string[] = []
  for (let one = path.resolve(folder); one !== path.dirname(one); one = path.dirname(one)) {
    const isOwn = found.length === 0
    if (!isOwn && one === system.home) break
    if (isOwn || MARKS.some((mark) => system.exists(path.join(one, mark)))) found.push(one)
  }
  return found
}

function isWithin(path: string, folder: string, system: System): boolean {
  const fold = (text: string) => (system.platform === 'linux' ? text : text.toLowerCase())
  return isBelow(fold(folder), fold(path), pathOf(system))
}

function kindOf({ platform }: System): 'posix' | 'win32' {
  return platform === 'win32' ? 'win32' : 'posix'
}

function pathOf(system: System): PlatformPath {
  return kindOf(system) === 'win32' ? win32 : posix
}

const thisMachine: System = {
  platform: process.platform,
  home: homedir(),
  isProgram: (path) => {
    try {
      if (!statSync(path).isFile()) return false
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  },
  exists: existsSync,
  toRealPath: (path) => {
    try {
      return realpathSync.native(path)
    } catch {
      return path
    }
  },
}
