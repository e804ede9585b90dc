import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runGitSync } from '../git/git-process.ts'
import { toProgramEnvironment } from '../program-environment.ts'
import { isWithin } from './agent-path.ts'
import { ripgrepProgram } from './ripgrep.ts'
import { SKIPPED_NAMES } from './skipped-names.ts'

const MAX_OUTPUT = 1 << 30
const RULES = ['--exclude-per-directory=.gitignore']
const SKIPPED = [...SKIPPED_NAMES].map((name) => `--exclude=${name}`)

/**
 * Lists files of a folder without a repository by its own `.gitignore` files, below the given paths or
 * all. Links are listed, not followed. Holds the thread.
 */
export function listPlainFiles(root: string, paths: readonly string[] = ['']): readonly string[] {
  const below = (some: readonly string[]) => ['--', ...some.map((path) => path || '.')]
  // Git refuses paths behind a link: then all is listed.
  const files =
    askWithoutRepository(root, ['-o', ...below(paths)]) ??
    askWithoutRepository(root, ['-o', ...below([''])]) ??
    listWithRipgrep(root)
  return files.filter((file) => !file.endsWith('/') && paths.some((path) => isWithin(file, path)))
}

/** Lists the ignored folders of a folder without a repository; none without git. */
export function listPlainIgnoredFolders(root: string): readonly string[] {
  return askWithoutRepository(root, ['-o', '-i', '--directory']) ?? []
}

/** Lets git read ignore files as it does in a repository: an empty one stands in for it. */
function askWithoutRepository(
  root: string,
  args: readonly string[],
): readonly string[] | undefined {
  const repository = mkdtempSync(join(tmpdir(), 'orrery-git-'))
  try {
    for (const folder of ['objects', 'refs']) mkdirSync(join(repository, folder))
    writeFileSync(join(repository, 'HEAD'), 'ref: refs/heads/main\n')
    const place = [`--git-dir=${repository}`, `--work-tree=${root}`]
    // As git sets it in a new repository.
    const isFolded = process.platform === 'win32' || process.platform === 'darwin'
    const settings = ['-c', `core.ignoreCase=${isFolded}`, '--literal-pathspecs']
    const output = runGitSync(root, [
      ...place,
      ...settings,
      'ls-files',
      '-z',
      ...RULES,
      ...SKIPPED,
      ...args,
    ])
    return output?.toString('utf8').split('\0').filter(Boolean)
  } finally {
    rmSync(repository, { recursive: true, force: true })
  }
}

/** For a machine without git: ripgrep reads the same rules, but doesn't list links. */
function listWithRipgrep(root: string): readonly string[] {
  const skipped = [...SKIPPED_NAMES].map((name) => `--glob=!${name}`)
  const args = [
    '--no-config',
    '--no-messages',
    '--files',
    '--hidden',
    '--null',
    '--no-require-git',
    '--no-ignore-dot',
    '--no-ignore-parent',
    '--no-ignore-global',
    '--no-ignore-exclude',
    ...skipped,
  ]
  const env = toProgramEnvironment(process.env)
  const options = { cwd: root, env, maxBuffer: MAX_OUTPUT, windowsHide: true } as const
  const { stdout } = spawnSync(ripgrepProgram, args, options)
  const paths = stdout?.toString('utf8').split('\0').filter(Boolean) ?? []
  const files = paths.map((path) => path.replaceAll('\\', '/'))
  const folders = new Set(['.', ...files.map((file) => dirname(file))])
  const isNested = nestedRepositories(root)
  const links = [...folders].flatMap((folder) => linksIn(root, folder))
  return [...files, ...links].filter((file) => !isNested(dirname(file)))
}

/** Tells whether a folder is, or is in, a repository of its own below the root. */
function nestedRepositories(root: string): (folder: string) => boolean {
  const known = new Map<string, boolean>([['.', false]])
  const isNested = (folder: string): boolean => {
    const before = known.get(folder)
    if (before !== undefined) return before
    const now = existsSync(join(root, folder, '.git')) || isNested(dirname(folder))
    known.set(folder, now)
    return now
  }
  return isNested
}

function linksIn(root: string, folder: string): readonly string[] {
  try {
    const entries = readdirSync(join(root, folder), { withFileTypes: true })
    const links = entries.filter((entry) => entry.isSymbolicLink())
    return links.map(({ name }) => (folder === '.' ? name : `${folder}/${name}`))
  } catch {
    return []
  }
}
