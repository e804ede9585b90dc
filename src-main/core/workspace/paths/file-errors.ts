import { AppError, type ErrorCode } from '#shared/lib/app-error.ts'
import { type AgentPath, shown } from './agent-path.ts'

/** What was to be done with a file, for the sentence that says why it wasn't. */
type Doing = 'read' | 'write' | 'delete' | 'move' | 'list'

interface Refusal {
  readonly code: ErrorCode
  readonly sentence: (path: string, doing: Doing) => string
}

/** Returns a refusal whose sentence begins with what can't be done. */
function cannot(code: ErrorCode, why: string): Refusal {
  return { code, sentence: (path, doing) => `Can't ${doing} ${path}: ${why}` }
}

const NOT_ALLOWED = cannot(
  'denied',
  'permission denied. The permissions of the file or of its folder don’t allow it.',
)
const DISK_FULL = cannot('unavailable', 'the disk is full. Free some space and try again.')
const TOO_MANY_OPEN = cannot('unavailable', 'too many files are open. Try again.')
const IN_USE = cannot('unavailable', 'another program is using it. Try again.')
const BAD_NAME = cannot('invalid-input', 'the file system doesn’t allow this name.')

const TOO_LONG: Refusal = {
  code: 'invalid-input',
  sentence: (path) => `The path ${path} is too long for the file system. Use shorter names.`,
}

const REFUSALS: Readonly<Record<string, Refusal>> = {
  ENOENT: { code: 'not-found', sentence: (path) => `There is no ${path}.` },
  ENOTDIR: {
    code: 'not-found',
    sentence: (path) => `${path} can't exist: a part of this path is a file, not a folder.`,
  },
  ENAMETOOLONG: TOO_LONG,
  ELOOP: {
    code: 'denied',
    sentence: (path) => `${path} leads nowhere: its links form a loop.`,
  },
  EISDIR: { code: 'unsupported', sentence: (path) => `${path} is a folder.` },
  EACCES: NOT_ALLOWED,
  EPERM: NOT_ALLOWED,
  EROFS: cannot('denied', 'the file system is read-only.'),
  ENOSPC: DISK_FULL,
  EDQUOT: DISK_FULL,
  EFBIG: cannot('limit', 'it would be too large for the file system.'),
  EMFILE: TOO_MANY_OPEN,
  ENFILE: TOO_MANY_OPEN,
  EBUSY: IN_USE,
  ETXTBSY: IN_USE,
  EEXIST: cannot('conflict', 'something else is there already.'),
  ENOTEMPTY: cannot('conflict', 'a folder there isn’t empty.'),
  EXDEV: cannot('unsupported', 'the two paths are on different file systems.'),
  EINVAL: BAD_NAME,
  EILSEQ: BAD_NAME,
  EIO: cannot('unavailable', 'the disk reported an error.'),
}
const OTHER = cannot('unavailable', 'the system refused it.')

/** Runs `work`, and throws its failures as sentences with the project's path. */
export async function withFileErrors<T>(
  path: AgentPath,
  doing: Doing,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toFileError(path, doing, error)
  }
}

/** Translates what the system said of a file; what the system didn't say stays as it is. */
export function toFileError(path: AgentPath, doing: Doing, cause: unknown): unknown {
  const code = codeOf(cause)
  if (code === undefined) return cause
  const refusal = REFUSALS[code] ?? OTHER
  return new AppError(refusal.code, refusal.sentence(shown(path), doing), { cause })
}

export function toTooLong(path: AgentPath, cause: unknown): AppError {
  return new AppError(TOO_LONG.code, TOO_LONG.sentence(shown(path), 'read'), { cause })
}

/** The system's name of an error; `undefined` for one of ours. */
export function codeOf(error: unknown): string | undefined {
  if (AppError.is(error) || !(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

export function isMissing(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}
