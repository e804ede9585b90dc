import { AppError } from '#shared/error.ts'
import { ellipsize } from '#shared/lib/cut-text.ts'
import type { AgentPath } from './define.ts'

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
