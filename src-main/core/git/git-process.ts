import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isBelow } from '../files/path-containment.ts'
import { toProgramPath } from '../programs/find-program.ts'
import { toPersonEnvironment, toProgramEnvironment } from '../programs/program-environment.ts'
import { safeSettings, toOptions, toVariables, withoutPrograms } from './git-settings.ts'
import { releasePipes } from './release-pipes.ts'

/** Where and with what git is started. Every git process of Orrery's own starts in this file. */
export interface GitCall {
  readonly folder: string
  readonly args: readonly string[]
  /** Added to the environment: another index, another folder for objects. */
  readonly env?: NodeJS.ProcessEnv
  /** Ends what looks for programs before git itself is started. */
  readonly signal?: AbortSignal
}

/**
 * Starts git so that nothing is run that a repository, a submodule or its attributes name, and nothing is fetched.
 * Throws `GitRefusal` where that can't be made sure.
 */
export async function startGit(call: GitCall): Promise<ChildProcessWithoutNullStreams> {
  // Awaited in any case: then the caller listens before a failed start is reported.
  const programs = await (needsPrograms(call.args) ? findPrograms(call) : [])
  const child = start(call, toSafeCall(call, programs))
  const pipes = releasePipes(call.folder)
  child.once('error', () => pipes[Symbol.dispose]()).once('close', () => pipes[Symbol.dispose]())
  return child
}

/** Starts git as safely as `startGit`, at once: for commands that neither read files through filters nor run hooks. */
export function startReadingGit(call: GitCall): ChildProcessWithoutNullStreams {
  checkStartsNothing(call.args)
  return start(call, toSafeCall(call, []))
}

interface GitReading {
  /** `null`: it couldn't be started, or took too long. */
  readonly exitCode: number | null
  readonly output: Buffer
  /** Git's error message, or why it didn't end by itself. */
  readonly problem: string
}

/** Runs git as safely as `startReadingGit`, for 10 seconds at most: settings can include a pipe. */
export function readWithGit(call: GitCall): Promise<GitReading> {
  checkStartsNothing(call.args)
  return look(call, call.args)
}

/** More bytes than these are not taken from git at once; it is below what a string can hold. */
export const MAX_OUTPUT = 256 * 1024 * 1024

/**
 * Runs git as safely as `startGit` and blocks the thread: for workers. Returns what git printed, or `undefined` where
 * there is no git, no repository, or nothing to answer with. For commands that neither read files through filters nor
 * run hooks.
 */
export function runGitSync(
  folder: string,
  args: readonly string[],
  input?: string,
): Buffer | undefined {
  checkStartsNothing(args)
  const { args: all, env } = toSafeCall({ folder, args }, [])
  const { status, stdout } = spawnSync(toProgramPath('git', { folder, env }), all, {
    cwd: folder,
    env,
    maxBuffer: MAX_OUTPUT,
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
    ...(input !== undefined && { input }),
  })
  return status === 0 ? stdout : undefined
}

/** As `runGitSync`, for questions about a working tree: where none can be, git isn't started. */
export function runGitInWorkTreeSync(folder: string, args: readonly string[]): Buffer | undefined {
  return mayBeInWorkTree(folder) ? runGitSync(folder, args) : undefined
}

/** Whether git has to be asked: without a `.git` in the folder or above it, it would say that there is no repository. */
export function mayBeInWorkTree(folder: string): boolean {
  try {
    // As git sees it: it looks above the real folder.
    return isGitAbove(realpathSync(folder))
  } catch {
    return false
  }
}

function isGitAbove(folder: string): boolean {
  if (existsSync(join(folder, '.git'))) return true
  const parent = dirname(folder)
  return parent !== folder && isGitAbove(parent)
}

/**
 * Starts git for what a person did: with their configuration, environment, hooks, filters and credentials. On systems
 * with process groups it leads one, so that hooks can be ended with it.
 */
export function startGitForPerson({ folder, args, env }: GitCall): ChildProcessWithoutNullStreams {
  const own = Object.entries(toPersonEnvironment(process.env))
  const withoutGit = Object.fromEntries(own.filter(([name]) => !/^GIT_/iu.test(name)))
  const all = { ...withoutGit, GIT_TERMINAL_PROMPT: '0', GIT_EDITOR: ':', ...env }
  return spawn(toProgramPath('git', { folder, env: all }), args, {
    cwd: folder,
    env: all,
    detached: LEADS_GROUP,
    windowsHide: true,
  })
}

export const LEADS_GROUP = process.platform !== 'win32'

interface SafeCall {
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
}

function toSafeCall({ folder, args, env }: GitCall, programs: readonly string[]): SafeCall {
  const off = withoutPrograms(programs)
  // Every git reads options; only git 2.31 and newer read the variables.
  const options = [...safeSettings(folder), ...off.filter(([key]) => !key.includes('='))]
  const variables = toVariables(off.filter(([key]) => key.includes('=')))
  return {
    args: [...toOptions(options), ...withoutFlags(args)],
    env: { ...safeEnvironment(), ...variables, ...env },
  }
}

function start({ folder }: GitCall, { args, env }: SafeCall): ChildProcessWithoutNullStreams {
  const git = toProgramPath('git', { folder, env })
  const child = spawn(git, args, { cwd: folder, env, windowsHide: true })
  // One that ended before it read all of its input says so by its answer.
  child.stdin.on('error', () => {})
  return child
}

const NO_PROTOCOL = randomUUID()

/** Git asks nobody, locks nothing and fetches nothing. */
function safeEnvironment(): NodeJS.ProcessEnv {
  return {
    ...toProgramEnvironment(process.env),
    // Stronger than any setting: no repository can name a protocol like this.
    GIT_ALLOW_PROTOCOL: NO_PROTOCOL,
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
  'blame',
  'diff',
  'diff-files',
  'diff-index',
  'diff-tree',
  'format-patch',
  'log',
  'show',
])
/** Those that would look into submodules, where settings of theirs count. */
const LOOKS_INTO_SUBMODULES: ReadonlySet<string> = new Set([
  'diff',
  'diff-files',
  'diff-index',
  'log',
  'show',
  'status',
])
/** Those that look at no file of the project through filters, and write neither the index nor refs, which runs hooks. */
const STARTS_NOTHING: ReadonlySet<string> = new Set([
  'cat-file',
  'check-attr',
  'check-ignore',
  'config',
  'for-each-ref',
  'log',
  'ls-files',
  'ls-tree',
  'merge-base',
  'merge-file',
  'rev-list',
  'rev-parse',
  'show',
  'version',
])

/** Adds the flags by which a command starts no program. */
function withoutFlags(args: readonly string[]): readonly string[] {
  const at = findCommand(args)
  const command = args[at] ?? ''
  return [
    '--no-pager',
    ...args.slice(0, at + 1),
    ...(SHOWS_DIFFERENCES.has(command) ? ['--no-ext-diff', '--no-textconv'] : []),
    ...(LOOKS_INTO_SUBMODULES.has(command) ? ['--ignore-submodules=dirty'] : []),
    // It would show lines of any file that this setting names.
    ...(command === 'blame' ? ['--no-ignore-revs-file'] : []),
    ...args.slice(at + 1),
  ]
}

function needsPrograms(args: readonly string[]): boolean {
  return !STARTS_NOTHING.has(args[findCommand(args)] ?? '')
}

function checkStartsNothing(args: readonly string[]): void {
  if (needsPrograms(args)) throw new Error(`Programs aren't switched off: git ${args.join(' ')}`)
}

/** Returns where the command stands, behind the options of git itself. */
function findCommand(args: readonly string[]): number {
  const at = args.findIndex((arg, index) => !arg.startsWith('-') && args[index - 1] !== '-c')
  return at < 0 ? args.length : at
}

/** Git is not started: what its settings name can't be switched off. The message is git's own, or a sentence. */
export class GitRefusal extends Error {}

const LOOKUP_MS = 10_000
/** Filters and hooks by their names, and a work tree that lies elsewhere. */
const PROGRAM_KEYS =
  '^(filter\\..*\\.(clean|smudge|process)|hook\\..*\\.(command|event)|core\\.worktree)$'

/** Returns the filters and hooks that any settings name here, the person's own too: `filter.lfs`, `hook.lint`. */
async function findPrograms(call: GitCall): Promise<readonly string[]> {
  const keys = await readKeys(call)
  if (keys.includes('core.worktree')) await checkWorkTree(call)
  const names = keys.filter((key) => key !== 'core.worktree')
  return [...new Set(names.map((key) => key.slice(0, key.lastIndexOf('.'))))]
}

async function readKeys(call: GitCall): Promise<readonly string[]> {
  const args = ['config', '-z', '--name-only', '--get-regexp', PROGRAM_KEYS]
  const { exitCode, output, problem } = await look(call, args)
  // 1: there are none.
  if (exitCode !== 0 && exitCode !== 1) throw new GitRefusal(problem)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(output).split('\0').filter(Boolean)
  } catch (cause) {
    throw new GitRefusal('A setting of the repository has a name that isn’t UTF-8.', { cause })
  }
}

/** A repository can name a work tree anywhere, and git would show files of it. */
async function checkWorkTree(call: GitCall): Promise<void> {
  const { exitCode, output } = await look(call, ['rev-parse', '--show-toplevel'])
  if (exitCode !== 0) return
  const top = resolve(output.toString('utf8').replace(/\n$/, ''))
  if (!isBelow(top, realpathSync(call.folder))) {
    throw new GitRefusal('The repository’s work tree (core.worktree) is outside of the project.')
  }
}

/** Runs a command that starts nothing, behind the options of git itself that the call has. */
function look(call: GitCall, args: readonly string[]): Promise<GitReading> {
  const own = { ...call, args: [...call.args.slice(0, findCommand(call.args)), ...args] }
  const child = start(own, toSafeCall(own, []))
  child.stdin.end()
  const output: Buffer[] = []
  const problem: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => problem.push(chunk))
  const end = () => void child.kill('SIGKILL')
  const timer = setTimeout(end, LOOKUP_MS)
  call.signal?.addEventListener('abort', end, { once: true })
  const { promise, resolve: settle } = Promise.withResolvers<GitReading>()
  const finish = (exitCode: number | null, why: string) => {
    clearTimeout(timer)
    call.signal?.removeEventListener('abort', end)
    const said = Buffer.concat(problem).toString('utf8').trim()
    settle({ exitCode, output: Buffer.concat(output), problem: said || why })
  }
  child.once('error', ({ message }) => finish(null, message))
  child.once('close', (exitCode) => finish(exitCode, 'Git took too long to read its settings.'))
  return promise
}
