import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { buffer as readAll } from 'node:stream/consumers'
import { tellCircumstances } from '#shared/code-review/format-review.ts'
import {
  emptyReviewResult,
  FAIL_LEVELS,
  type FailLevel,
  listReviewAgents,
  NOTHING_SAID,
  type ReviewResult,
  toReviewResult,
} from '#shared/code-review/review-result.ts'
import type { HostContract } from '#shared/contract/index.ts'
import { MAX_DIFF_CHARS, type RequestedSubject } from '#shared/contract/procedures/code-reviews.ts'
import type { Client } from '#shared/contract/procedures/define.ts'
import type { Outcome } from '#shared/events/value.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { ReviewId, RunId, SessionId } from '#shared/lib/ids.ts'
import { Limits, type ModelName } from '#shared/settings/settings.ts'
import { joinStates } from '#shared/wire/state-chunks.ts'
import { systemClock } from '../../core/runtime/clock.ts'
import { findDataFolder } from '../../data-folder.ts'
import { rejectAll } from '../approvals/approver.ts'
import {
  defineCommand,
  readAmount,
  readChoice,
  readModel,
  readUrl,
} from '../command-line/command.ts'
import { EXIT, wrongUsage } from '../command-line/exit-codes.ts'
import { printError } from '../command-line/format-output.ts'
import { type OpenedClient, openClient } from '../host-client/open-client.ts'
import { followToEnd, retryOnNextHost, stopOnInterrupt } from '../run/follow-to-end.ts'
import { liveReporter } from '../run-output/live-reporter.ts'
import { plainReporter, type Reporter } from '../run-output/reporter.ts'
import { tellProblems } from './review-choices.ts'
import { type Copy, readCopies, writeCopies } from './review-copies.ts'
import { exitCodeOfReview, type Read, tellFailing } from './review-exit.ts'

export const command = defineCommand({
  name: 'review',
  usage: ['orrery review [OPTIONS]', 'git diff main | orrery review --diff -'],
  about: `Has agents read a change, which can do nothing but read, and says what they found. Reviews what is
uncommitted, unless something else is named:`,
  table: {
    base: { type: 'string', value: 'REF', help: 'What differs from a branch, a tag or a commit' },
    staged: { type: 'boolean', help: 'What is staged' },
    diff: {
      type: 'string',
      value: 'FILE',
      help: 'A diff, as git and diff -u write it; - reads it from standard input\n',
    },
    project: { type: 'string', value: 'DIR', help: 'The folder it is in (here: the current one)' },
    model: {
      type: 'string',
      value: 'PROVIDER:MODEL',
      help: "Which model; else the project's, the settings', or the only one with a key",
    },
    'base-url': {
      type: 'string',
      value: 'URL',
      help: "Where the model's provider is, for compatible servers",
    },
    reviewers: {
      type: 'string',
      value: 'A,B',
      help: 'Who reviews, by name; else all there are: ours, and those in .orrery/reviewers/ of the project and of your home folder',
    },
    'budget-usd': {
      type: 'string',
      value: 'X',
      help: 'Limits: what it has found by then is submitted',
    },
    'max-minutes': { type: 'string', value: 'N', help: '' },
    format: {
      type: 'string',
      multiple: true,
      value: 'FORMAT',
      help: 'text, json, markdown or sarif (text)',
    },
    output: {
      type: 'string',
      multiple: true,
      value: 'FILE',
      help: 'Where to write it (here: standard output). Of one review several can be written: --format sarif --output FILE --format markdown --output FILE',
    },
    'fail-on': {
      type: 'string',
      value: 'SEVERITY',
      help: 'Exit with 1 where something that grave was found: critical, high, medium, low or never (never)',
    },
  },
  notes: `What goes on is told on standard error, the review alone on standard output. Ctrl-C lets what is
under way come to its end, and what was found be submitted; once more kills it.

Exits with 0 reviewed, also where nothing differs, 1 found what --fail-on names, or failed,
2 wrong usage, 3 stopped by a limit, or nobody read anything of the change, such as one of
generated files alone (0 with --fail-on never), 4 the data folder's owner does not answer,
130 stopped by Ctrl-C or killed.`,
  run: async ({ values }) => {
    const asked = {
      dataDir: findDataFolder(values['data-dir'], process.env),
      projectDir: resolve(values.project ?? '.'),
      model: readModel(values.model),
      baseUrl: readUrl(values['base-url']),
      reviewers: readNames(values.reviewers),
      limits: Limits.parse({
        minutes: readAmount('--max-minutes', values['max-minutes']),
        costUsd: readAmount('--budget-usd', values['budget-usd']),
      }),
      copies: await readCopies(values),
      failOn: readChoice('--fail-on', values['fail-on'], FAIL_LEVELS) ?? 'never',
    }
    return review({ ...asked, subject: await readRequestedSubject(values) })
  },
})

interface Asked {
  readonly dataDir: string
  readonly projectDir: string
  readonly subject: RequestedSubject
  readonly model: ModelName | undefined
  readonly baseUrl: string | undefined
  readonly reviewers: string[] | undefined
  readonly limits: Limits
  readonly copies: readonly Copy[]
  readonly failOn: FailLevel
}

/** Hosts a review, or has the data folder's owner do it, and writes what it came to. */
async function review(asked: Asked): Promise<number> {
  await using opened = await openClient(asked.dataDir, 'review')
  const started = await retryOnNextHost(opened, () => start(opened.client, asked))
  if ('nothing' in started) {
    if (!isToldHere(asked)) printError(started.nothing)
    const isWritten = await write(asked, emptyReviewResult(asked.subject, started.nothing))
    return isWritten ? EXIT.ok : EXIT.failed
  }
  const { outcome, isInterrupted, signal } = await follow(opened, started)
  const found = await retryOnNextHost(opened, () => readResult(opened.client, started))
  const read = signal ? { ...found, reason: `A signal ended it: ${signal}.` } : found
  const isWritten = await tell(asked, read)
  console.error(`See it again: orrery replay ${started.sessionId}`)
  if (outcome === 'stopped' && isInterrupted) return EXIT.cancelled
  return isWritten ? exitCodeOfReview(outcome, read, asked.failOn) : EXIT.failed
}

/** Writes a review, or says why there is none. Answers whether all is written that there is. */
async function tell(asked: Asked, { result, reason }: Read): Promise<boolean> {
  if (!result) {
    printError(`There is no review. ${reason ?? ''}`.trim())
    return true
  }
  if (result.submittedBy === 'host' && !isToldHere(asked))
    printError(tellCircumstances(result)[0] ?? '')
  if (result.isOfNothing) console.error(NOTHING_SAID)
  const isWritten = await write(asked, result)
  const failing = tellFailing(result, asked.failOn)
  if (failing) printError(failing)
  return isWritten
}

/** Whether a person reads it on standard output: nothing of it is said beside that. */
function isToldHere({ copies }: Asked): boolean {
  return copies.some(({ format, output }) => format === 'text' && !output)
}

interface Started {
  readonly sessionId: SessionId
  readonly runId: RunId
  readonly reviewId: ReviewId
}

/** `nothing` says why there is nothing to review. */
async function start(
  client: Client<HostContract>,
  { projectDir, subject, model, baseUrl, reviewers, limits }: Asked,
): Promise<Started | { readonly nothing: string }> {
  const { projectId } = await client['projects.open']({ path: projectDir })
  const named = { ...(model && { model }), ...(baseUrl && { baseUrl }) }
  const chosen = { ...named, ...(reviewers && { reviewers }) }
  const choices = await client['codeReviews.choices']({ projectId })
  for (const line of tellProblems(choices, reviewers)) printError(line)
  try {
    return await client['codeReviews.start']({ projectId, subject, limits, ...chosen })
  } catch (error) {
    if (AppError.is(error) && error.details.data?.isUnchanged === true) {
      return { nothing: error.message }
    }
    throw namingDiff(error)
  }
}

/** What can be had of a folder that git knows nothing of. */
function namingDiff(error: unknown): unknown {
  if (!AppError.is(error) || error.details.data?.isRepositoryMissing !== true) return error
  const message = `${error.message} A diff is reviewed without one: --diff FILE.`
  return new AppError(error.code, message, { cause: error })
}

interface Followed {
  readonly outcome: Outcome
  /** By Ctrl-C. */
  readonly isInterrupted: boolean
  /** The signal that killed the process, unless it was Ctrl-C. */
  readonly signal: NodeJS.Signals | undefined
}

/** Tells what goes on, until the run has ended. Nothing waits for a person: who reviews asks nobody. */
async function follow(opened: OpenedClient, { sessionId, runId }: Started): Promise<Followed> {
  using reporter = createReporter()
  using interrupting = stopOnInterrupt(opened, sessionId, reporter)
  const approver = rejectAll('A review asks nobody. Go on without it.')
  const run = { sessionId, runId, after: 0, waiting: [], reporter, approver }
  const outcome = await followToEnd(opened, { ...run, interrupting })
  const { isInterrupted, signal } = interrupting
  return { outcome, isInterrupted, signal }
}

function createReporter(): Reporter {
  const { stderr } = process
  if (!stderr.isTTY) return plainReporter(stderr)
  return liveReporter({ screen: stderr, clock: systemClock, hasColour: !process.env.NO_COLOR })
}

async function readResult(
  client: Client<HostContract>,
  { sessionId, reviewId }: Started,
): Promise<Read> {
  const { states } = await joinStates(client['sessions.open']({ sessionId }))
  const found = states.codeReviews.reviews[reviewId]
  const agents = found ? listReviewAgents(states, found) : []
  const result = found && toReviewResult(found, { agents, sessionId })
  return { result, reason: states.status.lastReason }
}

/** Answers whether every copy is where it was wanted. */
function write({ copies, projectDir }: Asked, result: ReviewResult): Promise<boolean> {
  const print = (text: string) => void process.stdout.write(text)
  return writeCopies(result, { copies, projectDir, print, complain: printError })
}

function readNames(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined
  const names = text.split(',').map((name) => name.trim())
  if (names.every((name) => name !== '')) return names
  throw wrongUsage('--reviewers takes names with commas between them, such as security,logic.')
}

interface Named {
  readonly base?: string | undefined
  readonly staged?: boolean | undefined
  readonly diff?: string | undefined
}

/** Returns the change that the options name. Reads the diff of `--diff`. */
async function readRequestedSubject({ base, staged, diff }: Named): Promise<RequestedSubject> {
  if ([base, staged, diff].filter((one) => one !== undefined).length > 1) {
    throw wrongUsage('One thing is reviewed at a time: name --base, --staged or --diff.')
  }
  if (diff !== undefined) return readDiff(diff)
  if (base === undefined) return staged ? { type: 'staged' } : { type: 'uncommitted' }
  if (base.trim() !== '') return { type: 'base', ref: base }
  throw wrongUsage('--base takes a branch, a tag or a commit.')
}

async function readDiff(written: string): Promise<RequestedSubject> {
  const bytes = written === '-' ? await readInput() : await readFrom(resolve(written))
  // Files of any encoding are in a diff: what is no UTF-8 in it is not worth failing for.
  const text = new TextDecoder().decode(bytes)
  if (text.length > MAX_DIFF_CHARS) {
    const most = `${MAX_DIFF_CHARS / 1_000_000} million characters`
    throw wrongUsage(`The diff is longer than ${most}. Review less at a time.`)
  }
  return { type: 'diff', name: written === '-' ? 'standard input' : basename(written), text }
}

function readInput(): Promise<Uint8Array> {
  if (process.stdin.isTTY)
    throw wrongUsage('Nothing is piped in: git diff | orrery review --diff -')
  return readAll(process.stdin)
}

async function readFrom(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (error) {
    throw wrongUsage(`${path} can’t be read. Check its name.`, error)
  }
}
