import type { Step, StepResult } from '../run-step.ts'
import { toDigest } from './content-keys.ts'
import { listProductionFiles } from './sources.ts'
import type { CheckContext, Task } from './task.ts'

/** A program whose result depends on some files as a whole. */
type ProgramCheck = {
  readonly step: Step
  /** Digested together with everything that they import. */
  readonly inputs: (tree: CheckContext['tree']) => readonly string[]
}

const redactionRules: Step = {
  name: 'redaction rules',
  command: ['scripts/redaction-rules.ts', '--check'],
  summary: /\d+ rules from the \d+ of gitleaks checked/,
}

const tsc = ['node_modules/typescript/bin/tsc', '-p']

const programChecks: readonly ProgramCheck[] = [
  {
    step: {
      name: 'bundle',
      command: ['scripts/check-bundle.ts'],
      summary: /\d+ pieces and \d+ slices loaded/,
    },
    inputs: ({ sources }) => [
      ...listProductionFiles(sources).filter((file) => !file.startsWith('src-renderer/')),
      'electron.vite.config.ts',
      'scripts/check-bundle.ts',
    ],
  },
  // Shared code has few globals of its own, and must agree with those of both runtimes.
  {
    step: {
      name: 'types: shared code in Node',
      command: [...tsc, 'src-shared/tsconfig.node.json'],
    },
    inputs: listShared,
  },
  {
    step: {
      name: 'types: shared code in the DOM',
      command: [...tsc, 'src-shared/tsconfig.dom.json'],
    },
    inputs: listShared,
  },
]

function listShared({ sources }: CheckContext['tree']): readonly string[] {
  return listProductionFiles(sources).filter((file) => file.startsWith('src-shared/'))
}

/** Creates the checks that are programs of their own. */
export function createProgramTasks(context: CheckContext): readonly Task[] {
  const rules = { name: redactionRules.name, run: () => context.run(redactionRules) }
  if (context.changed) return [rules]
  const tasks = programChecks.map((check) => ({
    name: check.step.name,
    run: () => runProgramCheck(check, context),
  }))
  return [...tasks, rules]
}

/** Runs a program unless nothing changed since it passed. */
async function runProgramCheck(check: ProgramCheck, context: CheckContext): Promise<StepResult> {
  const { passed, run } = context
  const { name } = check.step
  const { count, key } = digestInputs(check, context.tree)
  const keys = new Map([[ALL, key]])
  if (passed.findStale(name, [ALL], keys).length === 0) {
    const summary = `${count} files, unchanged since they passed`
    return { name, ok: true, summary, output: '', seconds: 0 }
  }
  const result = await run(check.step)
  const isSame = digestInputs(check, context.readTree()).key === key
  if (result.ok && isSame) passed.add(name, [ALL], keys)
  return { ...result, summary: result.summary || `${count} files` }
}

const ALL = 'all files'

function digestInputs({ inputs }: ProgramCheck, tree: CheckContext['tree']) {
  const files = inputs(tree)
  const parts = files.map((file) => `${file} ${tree.keys.get(file)}`)
  return { count: files.length, key: toDigest([process.version, ...parts]) }
}
