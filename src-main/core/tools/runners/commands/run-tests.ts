import { relative as relativeOf, sep } from 'node:path'
import type { Display, FailedTest } from '#shared/events/tool.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { toShellWord } from '../../../programs/shell-words.ts'
import type { TestReport } from '../../../test-runners/define.ts'
import { findRunner } from '../../../test-runners/find-runner.ts'
import { readTests } from '../../../test-runners/read-tests.ts'
import type { Workspace } from '../../../workspace/define.ts'
import { toAgentPath, toPlace } from '../../../workspace/paths/agent-path.ts'
import type { ToolAnswer } from '../../answers/tool-answer.ts'
import { runTests } from '../../catalogue/commands/run-tests.ts'
import { defineRunner } from '../../context/define-runner.ts'
import type { Args } from '../../definition/define-tool.ts'

const MAX_FAILURES = 20
const MAX_MESSAGE = 600

/** Of what was printed, where it says nothing that is known, or nothing of why. */
const MAX_TAIL = 6_000

export const runTestsRunner = defineRunner(runTests, {
  prepare: async (args, { workspace }) =>
    args['command'] === undefined ? { ...args, command: await findCommand(args, workspace) } : args,
  run: async ({ command = '' }, { commands, workspace }) => {
    const answer = await commands.run(command)
    const report = readTests(answer.text)
    if (!report) return toUnread(answer)
    return toAnswer(answer, command, placed(report, command, workspace))
  },
})

async function findCommand({ path, filter }: Args, workspace: Workspace): Promise<string> {
  const below = typeof path === 'string' && path !== '/' ? await toFolder(path, workspace) : ''
  const found = await findRunner(workspace, below)
  if (!found) {
    const message =
      'No test runner was found here. Look how this project runs its tests, and give that as the command.'
    throw new AppError('not-found', message)
  }
  const { runner, folder } = found
  const inFolder = folder === '' ? below : below.slice(folder.length + 1)
  const command = runner.command({
    ...(inFolder && { path: inFolder }),
    ...(typeof filter === 'string' && { filter }),
  })
  return folder === '' ? command : `cd ${toShellWord(folder)} && ${command}`
}

/** Below the project's root; fails with a sentence where there is no such thing. */
async function toFolder(path: string, workspace: Workspace): Promise<string> {
  const place = toPlace(path)
  if (place.type !== 'project') {
    throw new AppError('unsupported', `${path} is not in the project: nothing runs there.`)
  }
  if (await workspace.stat(path)) return place.relative
  throw new AppError('not-found', `There is no ${path}.`)
}

/** With places as agents name them: runners tell them from where they ran, or from the root of the disk. */
function placed(report: TestReport, command: string, { root }: Workspace): TestReport {
  const folder = /^cd ([\w./:=@%+,-]+) && /u.exec(command)?.[1]
  const toPath = (path: string) => {
    if (!path.startsWith('/')) return toAgentPath(folder ? `${folder}/${path}` : path)
    const below = relativeOf(root, path).split(sep).join('/')
    return below.startsWith('../') ? path : toAgentPath(below)
  }
  const failures = report.failures.slice(0, MAX_FAILURES).map((failure) => ({
    ...failure,
    message: shorten(failure.message),
    ...(failure.path !== undefined && { path: toPath(failure.path) }),
  }))
  return { ...report, failures }
}

function toAnswer(answer: ToolAnswer, command: string, report: TestReport): ToolAnswer {
  const { passed, failed, skipped, failures } = report
  const left = failed - failures.length
  const isUntold = failed > 0 && failures.every(({ message }) => message === '')
  const lines = [
    `${passed} passed, ${failed} failed, ${skipped} skipped: ${command}`,
    ...(answer.failure && !answer.isWorkFailure ? [`[${answer.failure}: there may be more.]`] : []),
    ...(isCut(answer.display)
      ? ['[It printed too much to be read whole: there may be more.]']
      : []),
    ...failures.map(formatFailure),
    ...(left > 0 && failures.length > 0 ? [`[${left} more failed. Run fewer to see them.]`] : []),
    ...(isUntold || hasFailedOtherwise(answer.display, report) ? ['', tailOf(answer.text)] : []),
  ]
  const display: Display = { type: 'tests', passed, failed, skipped, failures: [...failures] }
  return { text: lines.join('\n'), display, ...failureOf(answer, report) }
}

/** Failed tests count whatever the exit code is: a pipe or `|| true` hides it. */
function failureOf(
  { failure, isWorkFailure }: ToolAnswer,
  { failed, passed }: TestReport,
): Pick<ToolAnswer, 'failure' | 'isWorkFailure'> {
  if (failure !== undefined && !isWorkFailure) return { failure }
  if (failed > 0) return { failure: `${failed} failed, ${passed} passed`, isWorkFailure: true }
  return failure === undefined ? {} : { failure, isWorkFailure: true }
}

function formatFailure({ name, message, path, line }: FailedTest): string {
  const place = path === undefined ? '' : `\n  ${path}${line === undefined ? '' : `:${line}`}`
  const told = message === '' ? '' : `\n  ${message.replaceAll('\n', '\n  ')}`
  return `\nFAILED ${name}${place}${told}`
}

/** What it printed is answered as that of a command, where no tests are told. */
function toUnread(answer: ToolAnswer): ToolAnswer {
  const text = `No results of tests were found in what it printed:\n${tailOf(answer.text)}`
  return { ...answer, text }
}

function hasFailedOtherwise(display: Display | undefined, { failed }: TestReport): boolean {
  return failed === 0 && display?.type === 'terminal' && display.exitCode !== 0
}

function isCut(display: Display | undefined): boolean {
  return display?.type === 'terminal' && display.leftOutChars !== undefined
}

function tailOf(text: string): string {
  return text.length > MAX_TAIL ? `[…]\n${text.slice(-MAX_TAIL)}` : text
}

function shorten(message: string): string {
  return message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE - 1)}…` : message
}
