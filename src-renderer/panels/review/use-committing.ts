import { useState } from 'react'
import { AppError } from '#shared/error.ts'
import { useToasts } from '../../client/toasts.ts'
import { type CommandState, useCommand } from '../../client/use-command.ts'
import { formatNumber } from '../../ui/format.ts'
import { type ReviewCommands, useReviewCommands } from './use-review-commands.ts'

type Committing = Parameters<ReviewCommands['commit']>[0]

export interface CommittingState extends CommandState<[Committing]> {
  /** Ends git and its hooks; absent while nothing is being committed. */
  readonly stop: (() => void) | undefined
}

interface Heard {
  readonly onDone: () => void
  /** What would be committed may be another by now. */
  readonly onOutdated: () => void
}

/** Commits, and says what came of it. */
export function useCommitting({ onDone, onOutdated }: Heard): CommittingState {
  const commands = useReviewCommands()
  const { tell } = useToasts()
  const [underWay, setUnderWay] = useState<AbortController>()
  const commit = async (input: Committing) => {
    const stopping = new AbortController()
    setUnderWay(stopping)
    try {
      const made = await commands?.commit(input, stopping.signal)
      if (!made) return
      tell({ text: made.notice ?? `Committed ${formatNumber(input.paths.length, 'file')}.` })
      onDone()
    } catch (error) {
      const isStopped = stopping.signal.aborted
      if (isStopped || AppError.toWire(error).code === 'conflict') onOutdated()
      if (!isStopped) throw error
    } finally {
      setUnderWay(undefined)
    }
  }
  return { ...useCommand(commands && commit), stop: underWay && (() => underWay.abort()) }
}
