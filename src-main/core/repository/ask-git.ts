import { spawn } from 'node:child_process'
import { AppError } from '#shared/error.ts'
import { gitEnvironment, runGit, SAFE } from '../workspace/git.ts'
import { splitRecords } from '../workspace/split-records.ts'

/** Longer than this nothing is read: who asks can ask for less. */
const TIMEOUT_MS = 60_000

/** Where git is asked, and until when. */
export interface GitPlace {
  readonly root: string
  readonly signal: AbortSignal
}

/** Programs that showing would start: none of them is needed to read. */
const READING = [
  ...['log.showSignature=false', 'color.ui=false', 'diff.noprefix=false'],
  ...['diff.mnemonicPrefix=false', 'submodule.recurse=false'],
].flatMap((setting) => ['-c', setting])

/** For whatever shows changes: no program of the repository's own takes part. */
export const PLAIN_DIFF = ['--no-ext-diff', '--no-textconv', '--ignore-submodules=dirty'] as const

/**
 * What git prints, record by record, as safely as `runGit`, and without the filters that a repository
 * names itself. Leaving the loop early ends git. Fails with what it said; without a repository, with
 * `isRepositoryMissing` in its data.
 */
export async function* askGit(
  { root, signal }: GitPlace,
  args: readonly string[],
  separator: '\0' | '\n' = '\n',
): AsyncGenerator<string> {
  if (args.some((one) => one.includes('\0'))) {
    throw new AppError('invalid-input', 'What git is asked for holds no NUL.')
  }
  const ending = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
  const env = { ...gitEnvironment(), ...(await withoutFilters(root)) }
  ending.throwIfAborted()
  const child = spawn('git', [...SAFE, ...READING, ...args], {
    cwd: root,
    env,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(0, 2000)
  })
  const end = () => void child.kill('SIGKILL')
  ending.addEventListener('abort', end, { once: true })
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

/** All of what git prints, where that is known to be little. */
export async function askGitAll(
  place: GitPlace,
  args: readonly string[],
  separator: '\0' | '\n' = '\n',
): Promise<readonly string[]> {
  const records: string[] = []
  for await (const record of askGit(place, args, separator)) records.push(record)
  return records
}

/** What went wrong, in a sentence for whoever asked. */
function toRefusal(said: string): AppError {
  if (/not a git repository/iu.test(said)) {
    return new AppError('unavailable', NO_REPOSITORY, { data: { isRepositoryMissing: true } })
  }
  if (/ENOENT/u.test(said)) return new AppError('unavailable', NO_GIT)
  if (/does not have any commits|bad revision 'HEAD'|no such ref: HEAD/iu.test(said)) {
    return new AppError('unavailable', NO_COMMIT)
  }
  const line = said.split('\n').find((one) => one.trim() !== '')
  return new AppError(
    'invalid-input',
    `Git refused: ${line?.replace(/^(?:fatal|error): /u, '') ?? 'it gave no reason'}.`,
  )
}

const NO_GIT = 'There is no git on the host’s machine.'
const NO_COMMIT = 'Nothing is committed to git yet.'
const NO_REPOSITORY = 'The project’s folder is not in a git repository.'

const FILTERS = ['config', '-z', '--show-scope', '--name-only', '--get-regexp']

/** Switches off the filters that the repository's own settings name; those of the person's own stay. */
async function withoutFilters(root: string): Promise<Readonly<Record<string, string>>> {
  const { output = '' } = await runGit(root, [...FILTERS, '^filter\\..*\\.(clean|smudge|process)$'])
  const parts = output.split('\0')
  const own = parts.flatMap((scope, index) => {
    const key = parts[index + 1]
    const isOwn = index % 2 === 0 && (scope === 'local' || scope === 'worktree')
    return isOwn && key ? [key] : []
  })
  const filters = new Set(own.map((key) => key.slice(0, key.lastIndexOf('.'))))
  const settings = [...filters].flatMap((filter) => [
    [`${filter}.clean`, ''],
    [`${filter}.smudge`, ''],
    [`${filter}.process`, ''],
    [`${filter}.required`, 'false'],
  ])
  const named = settings.flatMap(([key = '', value = ''], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ])
  return { GIT_CONFIG_COUNT: `${settings.length}`, ...Object.fromEntries(named) }
}
