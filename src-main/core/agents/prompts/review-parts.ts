import { type PromptPart, wholePart } from './part.ts'
import { describeTypes, instructed, type PromptedType } from './prompt.ts'
import type { PromptSources } from './prompt-sources.ts'

type PromptedReviewer = Pick<PromptedType, 'name' | 'description' | 'prompt' | 'source' | 'path'>

/** The prompt of the agent that conducts a review. */
export function orchestratorParts(
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

const REVIEWERS = 'The reviewers, and what each asks:'

/** The prompt of a reviewer: its question, how all of them work, and the project's rules. */
export function reviewerParts(
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
