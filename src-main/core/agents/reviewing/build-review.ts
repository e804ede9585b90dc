import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { ORCHESTRATOR_TYPE } from '#shared/events/agent.ts'
import type { Grant } from '../../policy/grants.ts'
import { readDiff } from '../../tools/read-diff.ts'
import { submitFindings } from '../../tools/submit-findings.ts'
import { submitReview } from '../../tools/submit-review.ts'
import {
  type Buildable,
  checkpointerOf,
  createAgentOf,
  createDelegation,
  type Kit,
  kitOf,
  toolsOf,
} from '../agent-kit.ts'
import { bindTool, type OwnTool } from '../calls/own-tools.ts'
import { getRunningCall, writeWithEnd } from '../delegation/calling.ts'
import { OwnThread } from '../delegation/own-thread.ts'
import { promptOf } from '../prompts/part.ts'
import { orchestratorParts, reviewerParts } from '../prompts/review-parts.ts'
import type { RunContext } from '../run-context.ts'
import type { Delegate } from '../subagents/delegates.ts'
import { ResumableSubagent } from '../subagents/resumable-subagent.ts'
import { reviewThread } from '../thread-places.ts'
import type { OpenReview } from './open-review.ts'
import { NO_MCP } from './reviewers.ts'
import { createSubmission } from './submission.ts'
import { tellFindings } from './tell-findings.ts'

/** How often models are asked before they have to come to an end. */
const ORCHESTRATOR_TURNS = 30
const REVIEWER_TURNS = 25

/** Enough to look at a place: to look around is for reviewers, and every tool costs with every call. */
const ORCHESTRATING: readonly Grant[] = [
  ...['read_file', 'grep', 'task', readDiff.name, submitReview.name].map((name) => ({ name })),
  NO_MCP,
]

export interface ReviewParts {
  /** Whom it can delegate to are the reviewers. */
  readonly run: RunContext
  readonly review: OpenReview
  readonly model: BaseChatModel
}

/** Builds the agent that conducts a review, and what its reviewers are built from. */
export function buildReview({ run, review, model }: ReviewParts): OwnThread {
  const kit = kitOf(run)
  const { all } = run.delegates
  const types = all.map(({ type }) => type)
  const tool = submitReview.name
  const agent = createAgentOf(kit, {
    type: { name: ORCHESTRATOR_TYPE, description: 'Conducts a review', grants: ORCHESTRATING },
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
