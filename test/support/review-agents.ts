import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from '#shared/events/code-review.ts'
import type { CodeReview } from '#shared/projections/code-reviews.ts'
import type { Limits } from '#shared/settings/settings.ts'
import type { ModelRequest, Reply, ReplyCall } from './model-server.ts'
import { type FixtureOptions, openRunFixture, type RunFixture } from './run-fixture.ts'
import { calls, type Steps, scriptAgents, task } from './scripted-agents.ts'

/** What is reviewed in tests: a file, and what is changed of it. */
export const BEFORE = ['export function half(n) {', '  return n / 2', '}', ''].join('\n')
export const AFTER = ['export function half(n) {', '  return eval(n) / 2', '}', ''].join('\n')

/** Of the line that was changed. */
export const EVAL: Finding = {
  file: 'half.ts',
  line: 2,
  severity: 'critical',
  category: 'injection',
  message: 'What is passed is run as code: convert it with Number instead.',
  suggestion: '  return Number(n) / 2',
}

export function change({ root }: Pick<RunFixture, 'root'>, text = AFTER): void {
  writeFileSync(join(root, 'half.ts'), text)
}

export function reads(...pieces: readonly number[]): ReplyCall {
  return { name: 'read_diff', args: { pieces } }
}

export function tells(findings: readonly object[], summary = 'Read it all.'): ReplyCall {
  return { name: 'submit_findings', args: { summary, findings } }
}

export function submits(
  comments: readonly object[],
  recommendation = 'request_changes',
): ReplyCall {
  return { name: 'submit_review', args: { summary: 'It halves.', recommendation, comments } }
}

/** Gives the first piece to two reviewers. */
export function divides(): Reply {
  return { calls: [task('look for holes', 'security'), task('look for bugs', 'logic')] }
}

type ReviewAgents = {
  readonly orchestrator: Steps
  readonly security?: Steps
  readonly logic?: Steps
}

/** Who conducts a review is told what is reviewed; reviewers, what `divides` tells them. */
export function changesScript(agents: ReviewAgents): Readonly<Record<string, Steps>> {
  const nothing: Steps = [() => ({ calls: [reads(1)] }), () => ({ calls: [tells([])] })]
  return {
    'Review uncommitted work': agents.orchestrator,
    'look for holes': agents.security ?? nothing,
    'look for bugs': agents.logic ?? nothing,
  }
}

/** The only review of a session. */
export function onlyReview(fixture: Pick<RunFixture, 'states'>): CodeReview {
  const [review, ...others] = Object.values(fixture.states().codeReviews.reviews)
  if (!review || others.length > 0) throw new Error('There is not exactly one review.')
  return review
}

/** Which tools each request offered, of those whose thread was told `words`. */
export function toolsOffered(requests: readonly ModelRequest[], words: string) {
  return requests
    .filter(({ messages }) => messages[0]?.text.includes(words))
    .map(({ tools }) => tools.toSorted())
}

/** A reviewer that tells what it finds at once. */
export const security: Steps = [calls(reads(1)), calls(tells([EVAL]))]

/** A repository with a change that is not committed, and agents to review it. */
export async function openReviewed(
  agents: ReviewAgents,
  more: FixtureOptions = {},
): Promise<RunFixture> {
  const fixture = await openRunFixture({
    script: scriptAgents(changesScript(agents)),
    files: { 'half.ts': BEFORE },
    isGit: true,
    profile: 'standard',
    ...more,
  })
  change(fixture)
  return fixture
}

/** Has what is uncommitted reviewed, to the end of the run. */
export async function review(fixture: RunFixture, limits: Limits = {}): Promise<CodeReview> {
  const subject = { type: 'uncommitted' } as const
  await fixture.runs.review(fixture.sessionId, { subject, limits })
  await fixture.runs.idle(fixture.sessionId)
  return onlyReview(fixture)
}
