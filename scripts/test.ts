// All the tests. The last line is `N passed, N failed`: each check counts one, and so does the build.
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { z } from 'zod'
import { runChecks } from './check.ts'
import { ensureChromium } from './ensure-chromium.ts'
import { printResult, runStep, type StepResult } from './run-step.ts'

type Count = { readonly passed: number; readonly failed: number }

const none: Count = { passed: 0, failed: 0 }
const oneFailed: Count = { passed: 0, failed: 1 }

const unitReportPath = 'test-results/unit.json'
const UnitReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
})
/** How many tests passed, and a line for each that failed, printed at the end. */
type Tested = { readonly count: Count; readonly failures: readonly string[] }

type FileResult = z.infer<typeof UnitReport>['testResults'][number]

/** With more failed files than this, the fault is not that the machine was busy. */
const MAX_REPEATED_FILES = 10

const e2eReportPath = 'test-results/e2e.json'
const E2eReport = z.object({
  stats: z.object({ expected: z.number(), flaky: z.number(), unexpected: z.number() }),
})

function toCount(results: readonly StepResult[]): Count {
  const passed = results.filter(({ ok }) => ok).length
  return { passed, failed: results.length - passed }
}

/** A runner that fails with no failed test, or ran none, has failed all the same. */
function judge({ name, ok }: StepResult, count: Count): Count {
  if (count.failed === 0 && !ok) return { ...count, failed: 1 }
  if (count.passed + count.failed > 0) return count
  console.log(`${name}: no test ran.`)
  return oneFailed
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/**
 * Runs all unit tests. Files that fail beside others run once more, one at a time: what a busy machine
 * has made late passes then, and is named.
 */
async function runUnitTests(): Promise<Tested> {
  const name = 'unit and integration'
  const first = await runUnitFiles(name, [])
  const failed = first.files.filter(hasFailed)
  if (failed.length === 0 || failed.length > MAX_REPEATED_FILES) {
    const count = judge(first.result, sum(first.files.map(countFile)))
    return { count, failures: nameFailures('Failed', failed) }
  }
  const paths = failed.map((file) => file.name)
  const second = await runUnitFiles(`${name}, repeated`, [...paths, '--maxWorkers=1'])
  const others = first.files.filter((file) => !failed.includes(file))
  return {
    count: judge(second.result, sum([...others, ...second.files].map(countFile))),
    failures: [
      ...nameFailures('Failed beside others', failed),
      ...nameFailures('Failed alone', second.files.filter(hasFailed)),
    ],
  }
}

function hasFailed({ status }: FileResult): boolean {
  return status === 'failed'
}

type UnitRun = { readonly result: StepResult; readonly files: readonly FileResult[] }

async function runUnitFiles(name: string, args: readonly string[]): Promise<UnitRun> {
  rmSync(unitReportPath, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReportPath}`]
  const command = ['node_modules/vitest/vitest.mjs', 'run', ...args, ...reporters]
  const result = await runStep({ name, command, isShown: true })
  if (!existsSync(unitReportPath)) return { result: { ...result, ok: false }, files: [] }
  return { result, files: UnitReport.parse(readJson(unitReportPath)).testResults }
}

/** A file that could not be loaded has failed without a failed test. */
function countFile({ status, assertionResults }: FileResult): Count {
  const count = (wanted: string) => assertionResults.filter((one) => one.status === wanted).length
  return {
    passed: count('passed'),
    failed: Math.max(count('failed'), status === 'failed' ? 1 : 0),
  }
}

function nameFailures(label: string, files: readonly FileResult[]): readonly string[] {
  return files.flatMap(({ name, assertionResults }) => [
    `${label}: ${relative('.', name)}`,
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `  ${fullName}`),
  ])
}

function sum(counts: readonly Count[]): Count {
  return counts.reduce(
    (all, { passed, failed }) => ({ passed: all.passed + passed, failed: all.failed + failed }),
    none,
  )
}

async function runBuild(): Promise<Count> {
  const result = await runStep({
    name: 'build',
    command: ['scripts/build.ts'],
  })
  printResult(result)
  return toCount([result])
}

async function runE2eTests(): Promise<Count> {
  if (globSync('test/e2e/**/*.spec.ts').length === 0) {
    console.log('There are no end-to-end tests yet: nothing is counted for them.')
    return none
  }
  const problem = ensureChromium()
  if (problem) {
    console.log(problem)
    return oneFailed
  }
  const command = ['node_modules/@playwright/test/cli.js', 'test']
  const result = await runStep({ name: 'end to end', command, isShown: true })
  if (!existsSync(e2eReportPath)) return oneFailed
  const { stats } = E2eReport.parse(readJson(e2eReportPath))
  return judge(result, { passed: stats.expected + stats.flaky, failed: stats.unexpected })
}

rmSync('test-results', { recursive: true, force: true })
const checks = toCount(await runChecks())
// First, since what is built starts in a third of the time, and tests of the CLI take it where it is there.
const build = await runBuild()
const unit = await runUnitTests()
const e2e = build.failed === 0 ? await runE2eTests() : none
for (const line of unit.failures) console.log(line)
const { passed, failed } = sum([checks, build, unit.count, e2e])
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
