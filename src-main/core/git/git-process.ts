import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { toPersonEnvironment, toProgramEnvironment } from '../program-environment.ts'
import { type GitSetting, safeSettings, toVariables, withoutFilters } from './git-settings.ts'
import { releasePipes } from './release-pipes.ts'

/** Where and with what git is started. Every git process of Orrery's own starts in this file. */
export interface GitCall {
  readonly folder: string
  readonly args: readonly string[]
  /** Added to the environment: another index, another folder for objects. */
  readonly env?: NodeJS.ProcessEnv
}

/** Starts git so that nothing is run that a repository, a submodule or its attributes name, and nothing is fetched. */
export async function startGit(call: GitCall): Promise<ChildProcessWithoutNullStreams> {
  // Awaited in any case: then the caller listens before a failed start is reported.
  const filters = await (readsThroughFilters(call.args) ? findFilters(call) : [])
  const child = start(call, toSafeCall(call, filters))
  const pipes = releasePipes(call.folder)
  child.once('error', () => pipes[Symbol.dispose]()).once('close', () => pipes[Symbol.dispose]())
  return child
}

/** Starts git as safely as `startGit`, at once: for commands that read no file through filters. */
export function startGitPlumbing(call: GitCall): ChildProcessWithoutNullStreams {
  checkIsPlumbing(call.args)
  return start(call, toSafeCall(call, []))
}

/** More bytes than these are not taken from git at once; it is below what a string can hold. */
export const MAX_OUTPUT = 256 * 1024 * 1024

/**
 * Runs git as safely as `startGit` and blocks the thread: for workers. Returns what git printed, or `undefined` where
 * there is no git, no repository, or nothing to answer with. For commands that read no file through filters.
 */
export function runGitSync(
  folder: string,
  args: readonly string[],
  input?: string,
): Buffer | undefined {
  checkIsPlumbing(args)
  const { args: all, env } = toSafeCall({ folder, args }, [])
  const { status, stdout } = spawnSync('git', all, {
    cwd: folder,
    env,
    maxBuffer: MAX_OUTPUT,
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
    ...(input !== undefined && { input }),
  })
  return status === 0 ? stdout : undefined
}

/**
 * Starts git for what a person did: with their configuration, environment, hooks, filters and credentials. On systems
 * with process groups it leads one, so that hooks can be ended with it.
 */
export function startGitForPerson({ folder, args, env }: GitCall): ChildProcessWithoutNullStreams {
  const own = Object.entries(toPersonEnvironment(process.env))
  const kept = own.filter(([name]) => !/^GIT_/iu.test(name))
  return spawn('git', args, {
    cwd: folder,
    env: { ...Object.fromEntries(kept), GIT_TERMINAL_PROMPT: '0', GIT_EDITOR: ':', ...env },
    detached: LEADS_GROUP,
    windowsHide: true,
  })
}

export const LEADS_GROUP = process.platform !== 'win32'

interface SafeCall {
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
}

function toSafeCall({ folder, args, env }: GitCall, filters: readonly string[]): SafeCall {
  const settings = [...safeSettings(folder), ...withoutFilters(filters)]
  return { args: withoutPrograms(args), env: { ...safeEnvironment(settings), ...env } }
}

function start({ folder }: GitCall, { args, env }: SafeCall): ChildProcessWithoutNullStreams {
  const child = spawn('git', args, { cwd: folder, env, windowsHide: true })
  // One that ended before it read all of its input says so by its answer.
  child.stdin.on('error', () => {})
  return child
}

/** Git asks nobody, locks nothing and fetches nothing. */
function safeEnvironment(settings: readonly GitSetting[]): NodeJS.ProcessEnv {
  return {
    ...toProgramEnvironment(process.env),
    ...toVariables(settings),
    // Stronger than any setting: no protocol has this name.
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_ASKPASS: '',
    GIT_EDITOR: ':',
    GIT_SEQUENCE_EDITOR: ':',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_NO_LAZY_FETCH: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
  }
}

/** Commands that show differences: of each, a setting or an attribute may name a program that makes them readable. */
const SHOWS_DIFFERENCES: ReadonlySet<string> = new Set([
  ...['blame', 'diff', 'diff-files', 'diff-index', 'diff-tree', 'format-patch', 'log', 'show'],
])
/** Those that would look into submodules, where settings of theirs count. */
const LOOKS_INTO_SUBMODULES: ReadonlySet<string> = new Set([
  ...['diff', 'diff-files', 'diff-index', 'log', 'show', 'status'],
])
/** Those that look at no file of the project through filters. */
const READS_NO_FILES: ReadonlySet<string> = new Set([
  ...['branch', 'cat-file', 'check-attr', 'check-ignore', 'config', 'for-each-ref', 'init', 'log'],
  ...['ls-files', 'ls-tree', 'merge-base', 'merge-file', 'mktree', 'read-tree', 'rev-list'],
  ...['rev-parse', 'show', 'symbolic-ref', 'update-ref', 'version', 'write-tree'],
])

function withoutPrograms(args: readonly string[]): readonly string[] {
  const at = findCommand(args)
  const command = args[at] ?? ''
  return [
    '--no-pager',
    ...args.slice(0, at + 1),
    ...(SHOWS_DIFFERENCES.has(command) ? ['--no-ext-diff', '--no-textconv'] : []),
    ...(LOOKS_INTO_SUBMODULES.has(command) ? ['--ignore-submodules=dirty'] : []),
    ...args.slice(at + 1),
  ]
}

function readsThroughFilters(args: readonly string[]): boolean {
  return !READS_NO_FILES.has(args[findCommand(args)] ?? '')
}

function checkIsPlumbing(args: readonly string[]): void {
  if (readsThroughFilters(args)) throw new Error(`Filters aren't switched off: ${args.join(' ')}`)
}

/** Returns where the command stands, behind the options of git itself. */
function findCommand(args: readonly string[]): number {
  const at = args.findIndex((arg, index) => !arg.startsWith('-') && args[index - 1] !== '-c')
  return at < 0 ? args.length : at
}

const FILTER_KEYS = '^filter\\..*\\.(clean|smudge|process)$'

/** Returns the filters that any settings name here, the person's own too: `filter.lfs`. */
async function findFilters({ folder, env }: GitCall): Promise<readonly string[]> {
  const args = ['config', '-z', '--name-only', '--get-regexp', FILTER_KEYS]
  const call = { folder, args, ...(env && { env }) }
  const child = start(call, toSafeCall(call, []))
  child.stdin.end()
  child.stderr.resume()
  const chunks: string[] = []
  child.stdout.setEncoding('utf8').on('data', (text: string) => chunks.push(text))
  await new Promise<void>((resolve) => {
    child.once('error', () => resolve()).once('close', () => resolve())
  })
  const keys = chunks.join('').split('\0').filter(Boolean)
  return [...new Set(keys.map((key) => key.slice(0, key.lastIndexOf('.'))))]
}
