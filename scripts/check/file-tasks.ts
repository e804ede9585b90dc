import type { StepResult } from '../run-step.ts'
import type { ContentKeys } from './content-keys.ts'
import type { CheckContext, Task } from './task.ts'

/** A tool that checks files, each by itself or together with everything that it imports. */
type FileCheck = {
  readonly name: string
  readonly command: readonly string[]
  /** Covers every file of `covers`; checked whole if too many files changed. */
  readonly folders: readonly string[]
  readonly covers: RegExp
  /** Whether a file's result depends on its own text alone, or also on its imports. It always depends on settings. */
  readonly reads: 'file' | 'imports'
  /** The files that `--changed` checks. */
  readonly whenLimited: 'changed files' | 'changed files and importers' | 'none'
}

/** Windows limits a command line to 32,767 characters. */
const MAX_LISTED_FILES = 300
/**
 * Finds the types of each file once, for the compiler's errors and for the rules about promises.
 * Without a format, oxlint would choose one from the environment.
 */
const oxlint = [
  'node_modules/oxlint/bin/oxlint',
  '--format=default',
  '--type-aware',
  '--type-check',
]
const biome = 'node_modules/@biomejs/biome/bin/biome'
const biomeOptions = ['--colors=off', '--error-on-warnings', '--max-diagnostics=50']
const anyFile = ['--no-errors-on-unmatched', '--files-ignore-unknown=true']
/** The rules of biome.json that read other files; biome.files.json turns them off, which saves Biome a scan. */
export const IMPORT_RULES: readonly string[] = [
  'correctness/noPrivateImports',
  'correctness/useImportExtensions',
  'suspicious/noImportCycles',
]

// Slowest first, so that nothing long is left for the end.
const fileChecks: readonly FileCheck[] = [
  {
    name: 'types and promises: main',
    command: [...oxlint, '--no-error-on-unmatched-pattern'],
    folders: ['src-main'],
    covers: /^src-main\/.*\.[cm]?[jt]sx?$/,
    reads: 'imports',
    whenLimited: 'changed files and importers',
  },
  {
    name: 'format and lint',
    command: [biome, 'ci', ...biomeOptions, ...anyFile, '--config-path=biome.files.json'],
    folders: [],
    covers: /^(?:src-[^/]+|test|scripts)\/|^[^/]+\.(?:ts|json)$/,
    reads: 'file',
    whenLimited: 'changed files',
  },
  {
    name: 'lint: imports',
    command: [
      biome,
      'lint',
      ...biomeOptions,
      ...anyFile,
      ...IMPORT_RULES.map((rule) => `--only=${rule}`),
    ],
    folders: [],
    covers: /^(?:(?:src-[^/]+|test|scripts)\/.*|[^/]+)\.[cm]?[jt]sx?$/,
    reads: 'imports',
    // Biome scans the whole project for any number of files. The check of structure finds cycles, too.
    whenLimited: 'none',
  },
  {
    name: 'types and promises: renderer',
    command: [...oxlint, '--no-error-on-unmatched-pattern'],
    folders: ['src-renderer', 'src-preload'],
    covers: /^src-(?:renderer|preload)\/.*\.[cm]?[jt]sx?$/,
    reads: 'imports',
    whenLimited: 'changed files and importers',
  },
  {
    name: 'types and promises: others',
    command: [...oxlint, '--no-error-on-unmatched-pattern', '--ignore-pattern=src-[mrp]*/**'],
    folders: ['.'],
    covers:
      /^(?!(?:src-(?:main|renderer|preload)|test\/fixtures|resources|out)\/).*\.[cm]?[jt]sx?$/,
    reads: 'imports',
    whenLimited: 'changed files and importers',
  },
]

export function createFileTasks(context: CheckContext): readonly Task[] {
  const checks = fileChecks.filter(({ whenLimited }) => !context.changed || whenLimited !== 'none')
  return checks.map((check) => ({
    name: check.name,
    run: () => runFileCheck(check, context),
  }))
}

async function runFileCheck(check: FileCheck, context: CheckContext): Promise<StepResult> {
  const { name, command, folders } = check
  const { tree, passed, run } = context
  const files = chooseFiles(check, context)
  const stale = passed.findStale(name, files, getKeys(check, tree))
  const summary = `${files.length} files, ${stale.length} of them new or affected by a change`
  if (stale.length === 0) {
    const isEmpty = files.length === 0 && !context.changed
    return { name, ok: !isEmpty, summary, output: isEmpty ? 'No files.' : '', seconds: 0 }
  }
  const paths = stale.length > MAX_LISTED_FILES ? folders : stale
  const result = await run({ name, command: [...command, ...paths] })
  if (result.ok) recordPassed(check, stale, context)
  return { ...result, summary }
}

/** Records only files that nobody changed since the tree was read: which text the tool saw is certain. */
function recordPassed(check: FileCheck, files: readonly string[], context: CheckContext): void {
  const before = getKeys(check, context.tree)
  const after = getKeys(check, context.readTree())
  const same = files.filter((file) => before.get(file) === after.get(file))
  context.passed.add(check.name, same, after)
}

function getKeys({ reads }: FileCheck, tree: CheckContext['tree']): ContentKeys {
  return reads === 'file' ? tree.ownKeys : tree.keys
}

function chooseFiles(check: FileCheck, { tree, changed }: CheckContext): readonly string[] {
  const covered = [...tree.sources.keys()].filter((file) => check.covers.test(file))
  if (!changed) return covered
  return covered.filter(
    (file) =>
      changed.has(file) ||
      (check.whenLimited === 'changed files and importers' &&
        tree.dependencies.get(file)?.some((one) => changed.has(one))),
  )
}
