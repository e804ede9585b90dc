import { AppError } from '#shared/lib/app-error.ts'
import { splitRecords } from '../text/split-lines.ts'
import { GitRefusal, startGit } from './git-process.ts'

/** Longer than this nothing is read: who asks can ask for less. */
const TIMEOUT_MS = 60_000

/** Where git is asked, and until when. */
export interface GitPlace {
  readonly root: string
  readonly signal: AbortSignal
}

/**
 * Yields what git prints, record by record, started as safely as `startGit` does. Leaving the loop early ends git.
 * Fails with what git said; without a repository, with `isRepositoryMissing` in its data.
 */
export async function* readGitRecords(
  { root, signal }: GitPlace,
  args: readonly string[],
  separator: '\0' | '\n' = '\n',
): AsyncGenerator<string> {
  if (args.some((one) => one.includes('\0'))) {
    throw new AppError('invalid-input', 'What git is asked for holds no NUL.')
  }
  const ending = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
  ending.throwIfAborted()
  const child = await startGit({ folder: root, args, signal: ending }).catch((error: unknown) => {
    ending.throwIfAborted()
    throw error instanceof GitRefusal ? toRefusal(error.message) : error
  })
  child.stdin.end()
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(0, 2000)
  })
  const end = () => void child.kill('SIGKILL')
  ending.addEventListener('abort', end, { once: true })
  if (ending.aborted) end()
  const ended = new Promise<number | Error | null>((resolve) => {
    child.once('error', resolve).once('close', resolve)
  })
  try {
    for await (const records of splitRecords(child.stdout.setEncoding('utf8'), separator)) {
      yield* records
    }
    const code = await ended
    signal.throwIfAborted()
    if (ending.aborted) throw new AppError('limit', TOO_LONG)
    if (code !== 0) throw toRefusal(said || (code instanceof Error ? code.message : ''))
  } finally {
    ending.removeEventListener('abort', end)
    end()
    await ended
  }
}

const TOO_LONG =
  'Git took longer than a minute. Ask for less: a path, a shorter time, or fewer commits.'

/** Returns all records that git prints, where they are known to be few. */
export async function readAllGitRecords(
  place: GitPlace,
  args: readonly string[],
  separator: '\0' | '\n' = '\n',
): Promise<readonly string[]> {
  const records: string[] = []
  for await (const record of readGitRecords(place, args, separator)) records.push(record)
  return records
}

const FOREIGN =
  'The repository belongs to another user, so Orrery doesn’t read it. Open its top folder itself, or let git trust it: git config --global --add safe.directory FOLDER.'
export const NO_GIT = 'There is no git on the host’s machine.'
export const NO_COMMIT = 'Nothing is committed to git yet.'
export const NO_REPOSITORY = 'The project’s folder is not in a git repository.'

/** What went wrong, in a sentence for whoever asked. */
function toRefusal(said: string): AppError {
  if (/not a git repository/iu.test(said)) {
    return new AppError('unavailable', NO_REPOSITORY, { data: { isRepositoryMissing: true } })
  }
  if (/ENOENT/u.test(said)) return new AppError('unavailable', NO_GIT)
  if (/dubious ownership/iu.test(said)) return new AppError('unavailable', FOREIGN)
  if (/does not have any commits|bad revision 'HEAD'|no such ref: HEAD/iu.test(said)) {
    return new AppError('unavailable', NO_COMMIT)
  }
  const line = said.split('\n').find((one) => one.trim() !== '')
  return new AppError(
    'invalid-input',
    `Git refused: ${line?.replace(/^(?:fatal|error): /u, '') ?? 'it gave no reason'}.`,
  )
}
