import type { z } from 'zod'
import type { HostContract } from '#shared/contract/index.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { ReviewId } from '#shared/lib/ids.ts'
import { useHost } from '../../connection/host-context.tsx'
import { useCommands, useSessionId } from '../session-context.tsx'

type SettledHow = z.input<HostContract['codeReviews.settle']['input']>['how']

/** What can be done with the comments of a review, named by their places among those submitted. */
interface FindingCommands {
  /** Puts the suggestion in the place of its lines. */
  accept(comment: number): Promise<unknown>
  settle(comments: readonly number[], how: SettledHow): Promise<unknown>
  /** As the next prompt of the session's lead. Answers what else is to be known of it, as a sentence. */
  send(comments: readonly number[], prompt: Prompt): Promise<string | undefined>
}

interface Prompt {
  readonly text: string
  /** Those that it names, as agents see their paths. */
  readonly files: readonly string[]
}

/** Absent in the past, and out of the host's reach. */
export function useFindingCommands(reviewId: ReviewId): FindingCommands | undefined {
  const client = useHost()
  const sessionId = useSessionId()
  const commands = useCommands()
  if (!commands) return undefined
  const settle = (comments: readonly number[], how: SettledHow) =>
    client['codeReviews.settle']({ sessionId, reviewId, comments: [...comments], how })
  return {
    accept: (comment) => client['codeReviews.accept']({ sessionId, reviewId, comment }),
    settle,
    send: (comments, { text, files }) =>
      sendAndMark({
        send: () => commands.send({ text, files: [...files] }),
        mark: () => settle(comments, 'sent'),
      }),
  }
}

interface Sending {
  send(): Promise<unknown>
  mark(): Promise<unknown>
}

/** What was sent is not to look as if it was not: it would be sent again. */
export async function sendAndMark({ send, mark }: Sending): Promise<string | undefined> {
  await send()
  try {
    await mark()
    return undefined
  } catch (error) {
    return `Sent to the agent, but not marked so: ${AppError.toWire(error).message}`
  }
}
