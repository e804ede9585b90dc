import { AppError } from '#shared/error.ts'
import { compileGlob, expandBraces } from '#shared/glob.ts'
import { denied, shown } from './agent-path.ts'

const MAX_PATTERN = 1000

/** Compiles an agent's glob pattern. Throws `denied` if it contains `..`. */
export function toMatcher(pattern: string): (path: string) => boolean {
  if (pattern.includes('\0')) throw denied('A pattern must not contain a NUL character.')
  if (pattern.length > MAX_PATTERN) throw new AppError('invalid-input', 'The pattern is too long.')
  for (const one of expandBraces(pattern)) {
    if (one.split(/[/\\]/u).includes('..')) throw denied(`“${shown(pattern)}” contains “..”.`)
  }
  return compileGlob(pattern)
}
