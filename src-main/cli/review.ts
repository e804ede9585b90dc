import { resolve } from 'node:path'
import { FAIL_LEVELS, type FailLevel, NOTHING_SAID } from '#shared/code-review/fails-on.ts'
import { listReviewAgents } from '#shared/code-review/review-agents.ts'
import {
  emptyReviewResult,
  type ReviewResult,
  toReviewResult,
} from '#shared/code-review/review-result.ts'
import { tellCircumstances } from '#shared/code-review/review-words.ts'
import type { AskedSubject } from '#shared/contract/code-reviews.ts'
import type { Client } from '#shared/contract/define.ts'
import type { HostContract } from '#shared/contract/index.ts'
import { AppError } from '#shared/error.ts'
import type { Outcome } from '#shared/events/value.ts'
import type { ReviewId, RunId, SessionId } from '#shared/ids.ts'
import { joinStates } from '#shared/projections/pieces.ts'
import { Limits, type ModelName } from '#shared/settings.ts'
import { systemClock } from '../core/clock.ts'
import { findDataFolder } from '../data-folder.ts'
import { rejectAll } from './approver.ts'
import { type Command, readAmount, readArgs, readChoice } from './command.ts'
import { EXIT, wrongUsage } from './exit.ts'
import { followToEnd, retryOnNextHost } from './follow-to-end.ts'
import { liveReporter } from './live-reporter.ts'
import { readModel, readUrl } from './model-options.ts'
import { type OpenedClient, openClient } from './open-client.ts'
import { printError } from './print-error.ts'
import { plainReporter, type Reporter } from './reporter.ts'
import { tellProblems } from './review-choices.ts'
import { type Copy, readCopies, writeCopies } from './review-copies.ts'
import { exitCodeOfReview, type Read, tellFailing } from './review-exit.ts'
import { readAskedSubject } from './review-subject.ts'
import { stopOnInterrupt } from './stop-on-interrupt.ts'

const usage = `orrery review [OPTIONS]
  git diff main | orrery review --diff -

  Has agents read a change, which can do nothing but read, and says what they found. Reviews what is
  uncommitted, unless something else is named:

  --base REF             What differs from a branch, a tag or a commit
  --staged               What is staged
  --diff FILE            A diff, as git and diff -u write it; - reads it from standard input

  --project DIR          The folder it is in (here: the current one)
  --model PROVIDER:MODEL Which model; else the project's, the settings', or the only one with a key
  --base-url URL         Where the model's provider is, for compatible servers
  --reviewers A,B        Who reviews, by name; else all there are: ours, and those in
                         .orrery/reviewers/ of the project and of your home folder
  --budget-usd X         Limits: what it has found by then is submitted
  --max-minutes N
  --format FORMAT        text, json, markdown or sarif (text)
  --output FILE          Where to write it (here: standard output). Of one review several can be
                         written: --format sarif --output FILE --format markdown --output FILE
  --fail-on SEVERITY     Exit with 1 where something that grave was found: critical, high, medium,
                         low or never (never)

  What goes on is told on standard error, the review alone on standard output. Ctrl-C lets what is
  under way come to its end, and what was found be submitted; once more kills it.

  Exits with 0 reviewed, also where nothing differs, 1 found what --fail-on names, or failed,
  2 wrong usage, 3 stopped by a limit, or nobody read anything of the change, such as one of
  generated files alone (0 with --fail-on never), 4 the data folder's owner does not answer,
  130 stopped by Ctrl-C or killed.`

const options = {
  base: { type: 'string' },
  staged: { type: 'boolean' },
  diff: { type: 'string' },
  project: { type: 'string' },
  model: { type: 'string' },
  'base-url': { type: 'string' },
  reviewers: { type: 'string' },
  'budget-usd': { type: 'string' },
  'max-minutes': { type: 'string' },
  format: { type: 'string', multiple: true },
  output: { type: 'string', multiple: true },
  'fail-on': { type: 'string' },
} as const

export const command: Command = {
  usage,
  run: async (args) => {
    const { values } = readArgs(args, { name: 'review', options })
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
    return review({ ...asked, subject: await readAskedSubject(values) })
  },
}

interface Asked {
  readonly dataDir: string
  readonly projectDir: string
  readonly subject: AskedSubject
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
  const choices = await client['reviews.choices']({ projectId })
  for (const line of tellProblems(choices, reviewers)) printError(line)
  try {
    return await client['reviews.start']({ projectId, subject, limits, ...chosen })
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
  /** What killed it, where that was no Ctrl-C. */
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
