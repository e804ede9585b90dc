import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { tellSubject } from '#shared/code-review/format-review.ts'
import { ORCHESTRATOR_TYPE } from '#shared/events/agent.ts'
import type { ModelRef } from '#shared/events/value.ts'
import type { ReviewId, SpanId } from '#shared/lib/ids.ts'
import type { ToolAccess } from '../../permissions/tool-access.ts'
import { readDiff } from '../../tools/catalogue/code-review/read-diff.ts'
import { submitFindings } from '../../tools/catalogue/code-review/submit-findings.ts'
import { submitReview } from '../../tools/catalogue/code-review/submit-review.ts'
import {
  type Buildable,
  checkpointerOf,
  createAgentOf,
  createDelegation,
  type Kit,
  type KitContext,
  kitOf,
  toolsOf,
} from '../building/agent-kit.ts'
import { bindTool, type OwnTool, prepareOwnTools } from '../calls/own-tools.ts'
import { OwnThread } from '../delegation/own-thread.ts'
import { ResumableSubagent } from '../delegation/resumable-subagent.ts'
import { getRunningCall, writeWithEnd } from '../delegation/write-with-call-end.ts'
import { type PromptPart, promptOf, wholePart } from '../prompts/part.ts'
import { describeTypes, instructed, type PromptedType } from '../prompts/prompt.ts'
import type { PromptSources } from '../prompts/prompt-sources.ts'
import type { Agent } from '../recording/agent-directory.ts'
import { reviewThread } from '../recording/thread-namespaces.ts'
import { type Delegate, type Delegates, toDelegates } from '../subagents/delegates.ts'
import { toAssignment, toGoOn } from './assignment.ts'
import { tellFindings } from './format-findings.ts'
import { OpenReview, type OpenReviewContext } from './open-review.ts'
import { NO_MCP } from './reviewers.ts'
import { createSubmission } from './submission.ts'

/** How often models are asked before they have to come to an end. */
const ORCHESTRATOR_TURNS = 30
const REVIEWER_TURNS = 25

const NOTHING_TO_READ = 'All of the change was left out: nobody was asked.'
const NOBODY_TO_ASK = 'None of the reviewers could be asked.'
const UNSUBMITTED =
  'The agent that conducted the review ended without submitting one, also when it was asked to.'

/** Parts of a run that conducting a review uses. */
export type ReviewContext = KitContext & OpenReviewContext

/** A review that is in the log, and what it is conducted with. */
export interface ReviewToConduct {
  readonly run: ReviewContext
  readonly review: ReviewId
  readonly own: { readonly ref: ModelRef; readonly model: BaseChatModel }
  /** The call that asked for it. */
  readonly parentSpanId?: SpanId
}

/** Who conducts a review by now, and how it goes on. */
interface ConductedReview {
  readonly agent: Agent
  readonly review: OpenReview
  /** Resolves once it is submitted, by whomever; rejects where it is cut off. */
  readonly work: () => Promise<void>
}

/** Lets the orchestrator enter; a review from before goes on from where it was. */
export async function openReview(toConduct: ReviewToConduct): Promise<ConductedReview> {
  const { run, own, parentSpanId } = toConduct
  const review = OpenReview.of(run, toConduct.review)
  run.reviewing.open.add(review)
  const agent = await run.agents.enter({
    namespace: reviewThread(review.reviewId),
    type: ORCHESTRATOR_TYPE,
    description: `Review of ${tellSubject(review.state.subject)}`,
    model: own.ref,
    ...(parentSpanId && { parentSpanId }),
  })
  return { agent, review, work: () => conduct(toConduct, review) }
}

async function conduct(toConduct: ReviewToConduct, review: OpenReview): Promise<void> {
  if (review.pieces.length === 0) return review.conclude(NOTHING_TO_READ)
  const { run, own } = toConduct
  const reviewers = await run.reviewing.reviewersOf(review.state)
  const delegates = await toDelegates(reviewers, { ...run, own })
  review.goWithout(delegates.unavailable)
  if (delegates.all.length === 0) return review.conclude(NOBODY_TO_ASK)
  await orchestrate(toConduct, review, delegates)
  run.signal.throwIfAborted()
  await review.conclude(run.limits.reason ?? UNSUBMITTED)
}

async function orchestrate(
  { run, own }: ReviewToConduct,
  review: OpenReview,
  delegates: Delegates,
): Promise<void> {
  const models = new Map(delegates.all.map(({ type, ref }) => [type.name, ref]))
  const agents = run.agents.withModels(models)
  await prepareOwnTools()
  const thread = buildReview({ run: { ...run, delegates, agents }, review, model: own.model })
  const { isUnderWay, messages } = await thread.read()
  if (isUnderWay) await thread.invoke(null)
  else if (messages.length === 0) await thread.invoke([toAssignment(review)])
  else if (!review.state.submitted) await thread.invoke([toGoOn(review)])
}

/** Enough to look at a place: to look around is for reviewers, and every tool costs with every call. */
const ORCHESTRATING: readonly ToolAccess[] = [
  ...['read_file', 'grep', 'task', readDiff.name, submitReview.name].map((name) => ({ name })),
  NO_MCP,
]

interface ReviewParts {
  /** Whom it can delegate to are the reviewers. */
  readonly run: KitContext
  readonly review: OpenReview
  readonly model: BaseChatModel
}

/** Builds the agent that conducts a review, and what its reviewers are built from. */
function buildReview({ run, review, model }: ReviewParts): OwnThread {
  const kit = kitOf(run)
  const { all } = run.delegates
  const types = all.map(({ type }) => type)
  const tool = submitReview.name
  const agent = createAgentOf(kit, {
    type: { name: ORCHESTRATOR_TYPE, description: 'Conducts a review', toolAccess: ORCHESTRATING },
    model,
    prompt: promptOf(orchestratorParts(run.sources, types)),
    middleware: [
      createDelegation(
        model,
        all.map((one) => toReviewer(one, kit, review)),
      ),
      toolsOf(kit, [readingTool(review), submittingTool(review)]),
      createSubmission({ run, tool, maxTurns: ORCHESTRATOR_TURNS }),
    ],
  })
  agent.checkpointer = checkpointerOf(run)
  return new OwnThread(agent, { ...kit, name: reviewThread(review.reviewId) })
}

function toReviewer({ type, model }: Delegate, kit: Kit, review: OpenReview): Buildable {
  const { name, description, maxTurns = REVIEWER_TURNS } = type
  const tool = submitFindings.name
  const build = () =>
    createAgentOf(kit, {
      type,
      model,
      prompt: promptOf(reviewerParts(type, kit.run.sources)),
      middleware: [
        toolsOf(kit, [readingTool(review), tellingTool(review, name)]),
        createSubmission({ run: kit.run, tool, maxTurns }),
      ],
    })
  return { name, description, runnable: new ResumableSubagent(build) }
}

function readingTool(review: OpenReview): OwnTool {
  return bindTool(readDiff, ({ pieces }) => review.read(pieces))
}

function tellingTool(review: OpenReview, reviewer: string): OwnTool {
  return bindTool(submitFindings, (told) => {
    const call = getRunningCall()
    writeWithEnd(call, [review.tell(call.agentId, reviewer, told)])
    return tellFindings(reviewer, told)
  })
}

function submittingTool(review: OpenReview): OwnTool {
  return bindTool(submitReview, async (own) => {
    const call = getRunningCall()
    writeWithEnd(call, [await review.submit(own)])
    return 'The review is submitted.'
  })
}

type PromptedReviewer = Pick<PromptedType, 'name' | 'description' | 'prompt' | 'source' | 'path'>

const REVIEWERS = 'The reviewers, and what each asks:'

/** The prompt of the agent that conducts a review. */
function orchestratorParts(
  { texts, projectName, instructions }: PromptSources,
  reviewers: readonly PromptedReviewer[],
): readonly PromptPart[] {
  return [
    wholePart('role', 'The orchestrator of a review', texts.reviewing),
    wholePart('delegation', 'Reviewers', describeTypes(reviewers, REVIEWERS)),
    wholePart('project', 'The project', `The project is "${projectName}".`),
    ...instructed(instructions),
  ]
}

/** The prompt of a reviewer: its question, how all of them work, and the project's rules. */
function reviewerParts(
  reviewer: PromptedReviewer,
  { texts, projectName, instructions }: PromptSources,
): readonly PromptPart[] {
  const role = wholePart('role', `The reviewer ${reviewer.name}`, reviewer.prompt)
  return [
    { ...role, source: reviewer.path },
    wholePart('role', 'How reviewers work', texts.reviewer),
    wholePart('project', 'The project', `The project is "${projectName}".`),
    ...instructed(instructions),
  ]
}
