import { useState } from 'react'
import { AppError } from '#shared/lib/app-error.ts'

export interface CommandState<Args extends readonly unknown[]> {
  /** Absent where it cannot be given now. Answers whether it was taken. */
  readonly run: ((...args: Args) => Promise<boolean>) | undefined
  readonly isRunning: boolean
  /** Why it was not taken the last time, as a sentence. */
  readonly error: string | undefined
}

/** A command with what becomes of it: what it changes arrives as events. */
export function useCommand<Args extends readonly unknown[]>(
  command: ((...args: Args) => Promise<unknown>) | undefined,
): CommandState<Args> {
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<string>()
  const run = async (...args: Args) => {
    setRunning(true)
    setError(undefined)
    try {
      await command?.(...args)
      return true
    } catch (failure) {
      setError(AppError.toWire(failure).message)
      return false
    } finally {
      setRunning(false)
    }
  }
  return { run: command && run, isRunning, error }
}
