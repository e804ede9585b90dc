// The fast checks. `npm run check -- types imports` runs those with one of these words in their name.
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { listChangedFiles } from './check/changed-files.ts'
import { type CheckedTree, readTree } from './check/checked-tree.ts'
import { toDigest } from './check/content-keys.ts'
import { createFileTasks } from './check/file-tasks.ts'
import { readPassedFiles } from './check/passed-files.ts'
import { createProgramTasks } from './check/program-tasks.ts'
import { createSourceTasks } from './check/source-tasks.ts'
import type { CheckContext, Task } from './check/task.ts'
import { printResult, runStep, type StepResult } from './run-step.ts'

const HELP = `npm run check [-- [--changed] [WORD…]]

Checks types, promises, format, lint, the bundle, structure (npm run figures), imports, lockfile, redaction rules,
processes and patterns.
With words, runs the checks with one of these words in their name.

Files that passed are checked again only after a change to the file, to a file that it imports, directly or not, to
a tool or to a setting. The record is node_modules/.cache/check; delete it to check everything.

--changed  Checks the changes since the branch left main: commits, the index, the working tree and new files.
           Types and promises: changed files and the files that import them directly.
           Format and lint: changed files.
           Structure, imports, lockfile, redaction rules, processes and patterns: everything.
           Left to the whole run: types of files that import a change indirectly or depend on a changed setting or
           package or hold for shared code in Node or the DOM, extensions and privacy of imports, and the bundle.
`

/** Saves the tools that are written in Go a quarter of their time, for a tenth more memory. */
const FEWER_COLLECTIONS = { GOGC: '400' }

function readCurrentTree(): CheckedTree {
  const locks = ['package-lock.json', 'node_modules/.package-lock.json'].filter(existsSync)
  return readTree('.', toDigest(locks.map((path) => readFileSync(path, 'utf8'))))
}

function createContext(isLimited: boolean): CheckContext {
  return {
    tree: readCurrentTree(),
    passed: readPassedFiles('.'),
    readTree: readCurrentTree,
    run: (step) => runStep({ ...step, environment: FEWER_COLLECTIONS }),
    changed: isLimited ? listChangedFiles('.') : undefined,
  }
}

/** Sorts the slowest first, so that nothing long is left for the end. */
function createTasks(context: CheckContext, words: readonly string[]): Task[] {
  const tasks = [
    ...createFileTasks(context),
    ...createProgramTasks(context),
    ...createSourceTasks(context),
  ]
  return tasks.filter(({ name }) => !words.length || words.some((word) => name.includes(word)))
}

/** Runs the checks, a few at a time, and prints a line for each as it ends. */
export async function runChecks(
  words: readonly string[] = [],
  isLimited = false,
): Promise<readonly StepResult[]> {
  const context = createContext(isLimited)
  const waiting = createTasks(context, words)
  const results: StepResult[] = []
  const work = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) {
      const result = await task.run()
      printResult(result)
      results.push(result)
    }
  }
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work))
  context.passed.save()
  return results
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { changed: { type: 'boolean' }, help: { type: 'boolean' } },
  })
  if (values.help) console.log(HELP)
  else {
    const results = await runChecks(positionals, values.changed)
    const failed = results.filter(({ ok }) => !ok).length
    console.log(`${results.length - failed} passed, ${failed} failed`)
    process.exitCode = failed > 0 || results.length === 0 ? 1 : 0
  }
}
