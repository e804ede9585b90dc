// All the tests. The last line is `N passed, N failed`: each check counts one, and so does the build.
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { z } from 'zod'
import { runChecks } from './check.ts'
import { ensureChromium } from './ensure-chromium.ts'
import { printResult, runStep, type StepResult } from './run-step.ts'

type Count = { readonly passed: number; readonly failed: number }

const none: Count = { passed: 0, failed: 0 }
const oneFailed: Count = { passed: 0, failed: 1 }

const unitReportPath = 'test-results/unit.json'
const UnitReport = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
})

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

async function runUnitTests(): Promise<Count> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReportPath}`]
  const result = await runStep({
    name: 'unit and integration',
    command: ['node_modules/vitest/vitest.mjs', 'run', ...reporters],
    isShown: true,
  })
  if (!existsSync(unitReportPath)) return oneFailed
  const { numPassedTests, testResults } = UnitReport.parse(readJson(unitReportPath))
  // A file that could not be loaded has failed without a failed test.
  const failed = testResults.map(({ status, assertionResults }) =>
    Math.max(
      assertionResults.filter((each) => each.status === 'failed').length,
      status === 'failed' ? 1 : 0,
    ),
  )
  return judge(result, { passed: numPassedTests, failed: failed.reduce((a, b) => a + b, 0) })
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
const counts = [checks, build, unit, e2e]
const passed = counts.reduce((sum, each) => sum + each.passed, 0)
const failed = counts.reduce((sum, each) => sum + each.failed, 0)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
