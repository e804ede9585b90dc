// The fast checks. `npm run check -- types imports` runs those with one of these words in their name.
import { availableParallelism } from 'node:os'
import { printResult, runStep, type Step, type StepResult } from './run-step.ts'

const typeCacheFolder = 'node_modules/.cache/types'

/** Returns the path of the compiler state that lets the next check skip unchanged files. */
function toBuildInfoFile(project: string): string {
  return `${typeCacheFolder}/${project.replaceAll('/', '-')}.tsbuildinfo`
}

const types = [
  'src-shared',
  'src-main',
  'src-main/electron',
  'src-preload',
  'src-renderer',
  'src-renderer/tsconfig.test.json',
  'test/e2e',
  'test/standin',
  'tsconfig.node.json',
].map(
  (project): Step => ({
    name: `types ${project}`,
    command: [
      'node_modules/typescript/bin/tsc',
      ...['-p', project, '--incremental', '--tsBuildInfoFile', toBuildInfoFile(project)],
    ],
  }),
)

// Slowest first, so that nothing long is left for the end.
const steps: readonly Step[] = [
  {
    name: 'promises',
    command: ['node_modules/oxlint/bin/oxlint', '--type-aware'],
    summary: /\d+ files/,
  },
  {
    name: 'format and lint',
    command: [
      'node_modules/@biomejs/biome/bin/biome',
      ...['ci', '--colors=off', '--error-on-warnings', '--max-diagnostics=50'],
    ],
    summary: /Checked \d+ files/,
  },
  {
    name: 'bundle',
    command: ['scripts/check-bundle.ts'],
    summary: /\d+ pieces loaded/,
  },
  ...types,
  {
    name: 'imports',
    command: ['scripts/check-imports.ts'],
    summary: /\d+ imports checked/,
  },
  {
    name: 'lockfile',
    command: ['scripts/check-lockfile.ts'],
    summary: /\d+ packages checked/,
  },
  {
    name: 'redaction rules',
    command: ['scripts/redaction-rules.ts', '--check'],
    summary: /\d+ rules from the \d+ of gitleaks checked/,
  },
  {
    name: 'processes',
    command: ['scripts/process-reference.ts', '--check'],
    summary: /\d+ processes checked/,
  },
  {
    name: 'patterns',
    command: ['scripts/check-patterns.ts'],
    summary: /\d+ patterns checked/,
  },
]

/** Runs the checks, a few at a time, and prints a line for each as it ends. */
export async function runChecks(words: readonly string[] = []): Promise<readonly StepResult[]> {
  const waiting = steps.filter(({ name }) => !words.length || words.some((w) => name.includes(w)))
  const results: StepResult[] = []
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const result = await runStep(step)
      printResult(result)
      results.push(result)
    }
  }
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work))
  return results
}

if (import.meta.main) {
  const results = await runChecks(process.argv.slice(2))
  const failed = results.filter(({ ok }) => !ok).length
  console.log(`${results.length - failed} passed, ${failed} failed`)
  process.exitCode = failed > 0 || results.length === 0 ? 1 : 0
}
