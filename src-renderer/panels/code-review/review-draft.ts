import type { z } from 'zod'
import type { HostContract } from '#shared/contract/index.ts'
import type { RequestedSubject } from '#shared/contract/procedures/code-reviews.ts'
import type { CodeReview } from '#shared/projections/code-reviews.ts'
import type { ReviewAbout } from '../../navigation/navigation.tsx'
import { parseAmount } from '../../ui/forms/amount-input.tsx'

type Start = z.input<HostContract['codeReviews.start']['input']>

/** What a person has chosen to have reviewed, as the form has it. */
export interface ReviewDraft {
  readonly type: Exclude<RequestedSubject['type'], 'diff'>
  /** What it is compared with, for `base`; absent: the branch that others begin from. */
  readonly ref?: string
  /** Those that are not asked, by name. */
  readonly left: ReadonlySet<string>
  /** Not in the session it was begun from. */
  readonly isOwn: boolean
  readonly model: Start['model']
  /** As written, in dollars. */
  readonly budget: string
}

interface Choices {
  readonly reviewers: readonly { readonly name: string }[]
  readonly base?: string | undefined
}

export function beginDraft({ sessionId, isUnchanged }: ReviewAbout): ReviewDraft {
  return {
    type: sessionId && !isUnchanged ? 'session' : 'uncommitted',
    left: new Set(),
    isOwn: sessionId === undefined,
    model: undefined,
    budget: '',
  }
}

/** Whether it is made in the session it was begun from. */
export function isHere({ type, isOwn }: ReviewDraft, { sessionId }: ReviewAbout): boolean {
  return sessionId !== undefined && (!isOwn || type === 'session')
}

/** The draft as the host is asked, or why it cannot be, as a sentence. */
export function toStart(
  draft: ReviewDraft,
  about: ReviewAbout,
  { reviewers, base = '' }: Choices,
): { readonly start: Start } | { readonly wrong: string } {
  const { projectId, sessionId } = about
  const { type, ref = base, left, model, budget } = draft
  const asked = reviewers.map(({ name }) => name).filter((name) => !left.has(name))
  const costUsd = parseAmount(budget)
  if (type === 'base' && ref.trim() === '') return { wrong: 'Name a branch or a commit.' }
  if (asked.length === 0) return { wrong: 'Choose a reviewer.' }
  if (costUsd === undefined || costUsd === 0) {
    return { wrong: 'Give a budget above 0, such as 0.50, or none.' }
  }
  const subject: RequestedSubject = type === 'base' ? { type, ref: ref.trim() } : { type }
  const here = isHere(draft, about)
  return {
    start: {
      projectId,
      subject,
      limits: costUsd === null ? {} : { costUsd },
      ...(here && { sessionId }),
      ...(!here && model && { model }),
      ...(left.size > 0 && { reviewers: asked }),
    },
  }
}

/**
 * A review as the host is asked for it again, for as much as the first might cost. `undefined`: a diff that came
 * from outside is nowhere to be read again.
 */
export function toStartAgain(
  { subject, reviewers, limits }: Pick<CodeReview, 'subject' | 'reviewers' | 'limits'>,
  about: Required<Pick<ReviewAbout, 'projectId' | 'sessionId'>>,
): Start | undefined {
  if (subject.type === 'diff') return undefined
  return { ...about, subject, reviewers: [...reviewers], ...(limits && { limits }) }
}
