import { AppError } from '#shared/error.ts'
import type { AgentPath } from './define.ts'

/** What a path means: somewhere below the project's folder, or a document of the store. */
export type Place =
  | { readonly type: 'project'; readonly relative: string }
  | { readonly type: 'document'; readonly scope: 'project' | 'session'; readonly path: AgentPath }

const PROJECT = 'workspace'
const DOCS = 'docs'

/** Reads a path whose text is not to be trusted. Throws `denied` for all that could lead elsewhere. */
export function toPlace(path: unknown): Place {
  const parts = toParts(path)
  const [first, ...rest] = parts
  if (first === PROJECT) return { type: 'project', relative: rest.join('/') }
  const scope = first === DOCS ? 'project' : 'session'
  return { type: 'document', scope, path: `/${parts.join('/')}` }
}

/** How agents see a path below the project's folder. */
export function toAgentPath(relative: string): AgentPath {
  return relative === '' ? `/${PROJECT}` : `/${PROJECT}/${relative}`
}

/** Whether `path` is `folder` or below it; both without a slash at their end. */
export function isWithin(path: string, folder: string): boolean {
  return folder === '' || folder === '/' || path === folder || path.startsWith(`${folder}/`)
}

function toParts(path: unknown): readonly string[] {
  if (typeof path !== 'string') throw denied('A path must be text.')
  if (!path.startsWith('/')) throw denied(`Paths begin with “/”: “${shown(path)}” does not.`)
  if (path.includes('\0')) throw denied('A path must not contain a NUL character.')
  if (process.platform === 'win32' && /[\\:]/u.test(path)) {
    throw denied(`“${shown(path)}” is not a path with “/” between its parts.`)
  }
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.includes('..')) throw denied(`“${shown(path)}” contains “..”.`)
  return parts
}

/** A path as it may stand in a message. */
export function shown(path: string): string {
  return path.length > 200 ? `${path.slice(0, 200)}…` : path.replaceAll('\0', '␀')
}

export function denied(sentence: string, cause?: unknown): AppError {
  return new AppError('denied', sentence, { cause })
}
