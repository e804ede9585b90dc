import type { CallFact } from './facts.ts'

/** Names of calls by which programs are put together, in one framework or another. */
const NAMES: ReadonlySet<string> = new Set([
  'use',
  'Use',
  'addHook',
  'add_middleware',
  'useGlobalGuards',
  'useGlobalPipes',
  'useGlobalInterceptors',
  'before_request',
  'after_request',
  'include_router',
  'register_blueprint',
  'path',
  're_path',
  'resources',
  'resource',
  'layer',
  'wrap',
  'UseMiddleware',
])

/** Whether a call may be part of how a program is put together: a route, what stands before routes. */
export function isNoteworthy({ name }: Pick<CallFact, 'name'>, args: string): boolean {
  return NAMES.has(name) || /^["'`]\/|^["'`]\w+ \/|^@?"\//u.test(args)
}
