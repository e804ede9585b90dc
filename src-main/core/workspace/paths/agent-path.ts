import { readdirSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { AppError } from '#shared/lib/app-error.ts'
import { ellipsize } from '#shared/lib/truncate-text.ts'

/**
 * A path as agents see it, with `/` between its parts: `/workspace/…` is the project on disk,
 * `/docs/…` and `/memories/…` outlive the session, `/skills/…` are the person's own and only read,
 * anything else is the session's scratch space.
 */
export type AgentPath = string

/** A file of a skill of the person's own, below the skill's folder; without a name: what holds them all. */
export interface SkillPlace {
  readonly type: 'skill'
  readonly name: string
  readonly relative: string
}

/** What a path means: somewhere below the project's folder, a skill, or a document of the store. */
export type Place =
  | { readonly type: 'project'; readonly relative: string }
  | SkillPlace
  | { readonly type: 'document'; readonly scope: 'project' | 'session'; readonly path: AgentPath }

const PROJECT = 'workspace'
const SKILLS = 'skills'
/** Documents in these belong to the project, not to a session. */
const SHARED: ReadonlySet<string> = new Set(['docs', 'memories'])

/** The folders of documents that outlive a session, as agents see them. */
export const SHARED_FOLDERS: readonly AgentPath[] = [...SHARED].map((name) => `/${name}`)

/** Where agents keep what they should know in every session. */
export const MEMORIES: AgentPath = '/memories'

/** Reads a path whose text is not to be trusted. Throws `denied` for all that could lead elsewhere. */
export function toPlace(path: unknown): Place {
  const parts = toParts(path)
  const [first, ...rest] = parts
  if (first === PROJECT) return { type: 'project', relative: rest.join('/') }
  if (first === SKILLS) {
    const [name = '', ...below] = rest
    return { type: 'skill', name, relative: below.join('/') }
  }
  const scope = SHARED.has(first ?? '') ? 'project' : 'session'
  return { type: 'document', scope, path: `/${parts.join('/')}` }
}

/** How agents see a path below the project's folder. */
export function toAgentPath(relative: string): AgentPath {
  return relative === '' ? `/${PROJECT}` : `/${PROJECT}/${relative}`
}

/** How people see a path of an agent: below the project without its folder. */
export function toPersonPath(path: AgentPath): string {
  return path.replace(/^\/workspace\//u, '')
}

/** How agents see a file of a skill of the person's own. */
export function toSkillPath(name: string, relative: string): AgentPath {
  return `/${[SKILLS, name, relative].filter(Boolean).join('/')}`
}

/** How git is told of files, from the project's folder: nothing outside that is meant where none is named. */
export function toPathspecs(paths: readonly AgentPath[]): readonly string[] {
  return paths.length === 0 ? ['.'] : paths.map(toPathspec)
}

export function toPathspec(path: AgentPath): string {
  const place = toPlace(path.startsWith('/') ? path : `/workspace/${path}`)
  if (place.type !== 'project')
    throw denied(`${path} is not in the project: git knows nothing of it.`)
  return place.relative === '' ? '.' : `./${place.relative}`
}

/** Whether it is a folder that is always there: it can't be written or removed. */
export function isFixedFolder(path: AgentPath): boolean {
  return path === '/' || SHARED_FOLDERS.includes(path)
}

/** Whether `path` is `folder` or below it; both without a slash at their end. */
export function isWithin(path: string, folder: string): boolean {
  return folder === '' || folder === '/' || path === folder || path.startsWith(`${folder}/`)
}

function toParts(path: unknown): readonly string[] {
  if (typeof path !== 'string') throw denied('A path must be text.')
  if (!path.startsWith('/')) throw denied(`Paths begin with “/”: “${shown(path)}” does not.`)
  if (path.includes('\0')) throw denied('A path must not contain a NUL character.')
  if (!path.isWellFormed()) throw denied('A path must not contain half of a character.')
  if (process.platform === 'win32' && /[\\:]/u.test(path)) {
    throw denied(`“${shown(path)}” is not a path with “/” between its parts.`)
  }
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.includes('..')) throw denied(`“${shown(path)}” contains “..”.`)
  return parts
}

/** A path as it may stand in a message. */
export function shown(path: string): string {
  return ellipsize(path, 200).replaceAll('\0', '␀')
}

export function denied(sentence: string, cause?: unknown): AppError {
  return new AppError('denied', sentence, { cause })
}

/** Runs what a person asked for: its errors name the project's files as people do, `README.md`. */
export async function withPersonPaths<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!AppError.is(error)) throw error
    throw new AppError(error.code, toPersonText(error.message), error.details)
  }
}

/** Names files in a sentence as people do, not as agents: without the project's folder. */
export function toPersonText(sentence: string): string {
  return sentence.replace(/(?<![\w./-])\/workspace\/(?=\S)/gu, '')
}

/**
 * Finds the name in a folder that looks the same as one that isn't there: its letters are composed in
 * another way. `é` is one character in NFC, and two in NFD.
 */
export async function findTwin(folder: string, name: string): Promise<string | undefined> {
  if (!hasForms(name)) return undefined
  return pickTwin(await readdir(folder).catch(() => []), name)
}

export function findTwinSync(folder: string, name: string): string | undefined {
  if (!hasForms(name)) return undefined
  try {
    return pickTwin(readdirSync(folder), name)
  } catch {
    return undefined
  }
}

export function pickTwin(names: readonly string[], name: string): string | undefined {
  const composed = name.normalize('NFC')
  return names.toSorted().find((one) => one.normalize('NFC') === composed)
}

/** Only names that can be written in several ways are looked for. */
export function hasForms(name: string): boolean {
  return name.normalize('NFC') !== name.normalize('NFD')
}

/** The paths to move a file between: one that is moved to its own name in another form is renamed. */
export function toNewForm(from: string, to: string, asked: string): readonly [string, string] {
  if (from !== to) return [from, to]
  return [from, `${to.slice(0, to.lastIndexOf('/') + 1)}${asked.slice(asked.lastIndexOf('/') + 1)}`]
}
