import { z } from 'zod'

export const ErrorCode = z.enum([
  'invalid-input',
  'not-found',
  'conflict',
  'denied',
  'cancelled',
  'unavailable',
  'limit',
  'unsupported',
  'internal',
])
export type ErrorCode = z.infer<typeof ErrorCode>

/** The one error shape that crosses a process, a socket, or the log. */
export const WireError = z.object({
  code: ErrorCode,
  message: z.string(),
  retryable: z.boolean(),
  data: z.record(z.string(), z.json()).optional(),
})
export type WireError = z.infer<typeof WireError>

const marker = Symbol.for('orrery.app-error')

interface Details {
  readonly retryable?: boolean
  readonly data?: Readonly<Record<string, z.core.util.JSONType>>
  readonly cause?: unknown
}

/** An expected failure: it has a code, a sentence a person can act on, and no need of a stack trace. */
export class AppError extends Error {
  readonly [marker] = true
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly details: Details

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause })
    this.code = code
    this.details = details
  }

  /** The caller gave something that can't be used; `message` says what would be. */
  static invalidInput(message: string): AppError {
    return new AppError('invalid-input', message)
  }

  /** Also true of an `AppError` made by another copy of this module (a bundle, a worker). */
  static is(error: unknown): error is AppError {
    return typeof error === 'object' && error !== null && marker in error
  }

  /** Anything that is not an `AppError` is a bug: its message stays in our log. */
  static toWire(error: unknown): WireError {
    if (AppError.is(error)) {
      const { code, message, details } = error
      const data = details.data && { data: { ...details.data } }
      return { code, message, retryable: details.retryable ?? false, ...data }
    }
    if (error instanceof Error && error.name === 'AbortError') {
      return { code: 'cancelled', message: 'Cancelled.', retryable: false }
    }
    return { code: 'internal', message: 'Something went wrong inside Orrery.', retryable: false }
  }

  static fromWire({ code, message, retryable, data }: WireError): AppError {
    return new AppError(code, message, { retryable, ...(data && { data }) })
  }
}

/** Adds the full stop that another program's message lacks. */
export function endSentence(text: string): string {
  return /[.!?]$/u.test(text) ? text : `${text}.`
}
