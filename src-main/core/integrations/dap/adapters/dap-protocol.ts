import { z } from 'zod'
import { AppError } from '#shared/lib/app-error.ts'

/** What an adapter says of itself, unasked. */
export interface DapEvent {
  readonly event: string
  /** As it came: whoever reads it looks at what it is. */
  readonly body?: unknown
}

export interface DapRequest {
  readonly command: string
  readonly args?: object
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

/**
 * What speaks the Debug Adapter Protocol to us: a program, or an adapter of our own. Disposing of it
 * ends the adapter, with all that it started.
 */
export interface DapPeer extends AsyncDisposable {
  /** Answers the body. Fails with a sentence where it is refused, takes too long or the adapter is gone. */
  request(asked: DapRequest): Promise<unknown>
  onEvent(listener: (event: DapEvent) => void): Disposable
  /** Resolves once the adapter is gone, with a sentence that says how. */
  readonly closed: Promise<string>
}

interface Waiting {
  readonly resolve: (body: unknown) => void
  readonly reject: (error: Error) => void
}

interface Awaited {
  /** What is waited for, as a sentence may name it. */
  readonly what: string
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** Questions that were asked and not answered yet, by number. */
export class Pending {
  readonly #waiting = new Map<number, Waiting>()
  #last = 0
  #closedWith: string | undefined

  /** `send` gets the number that the answer will name. */
  async ask(send: (id: number) => void, { what, timeoutMs, signal }: Awaited): Promise<unknown> {
    signal?.throwIfAborted()
    if (this.#closedWith !== undefined) throw new AppError('unavailable', this.#closedWith)
    this.#last += 1
    const id = this.#last
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#waiting.set(id, { resolve, reject })
    const late = () => reject(new AppError('unavailable', tooLate(what, timeoutMs)))
    const timer = setTimeout(late, timeoutMs)
    const onAbort = () => reject(new AppError('cancelled', 'Cancelled.', { cause: signal?.reason }))
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      send(id)
      return await promise
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      this.#waiting.delete(id)
    }
  }

  resolve(id: number, body: unknown): void {
    this.#waiting.get(id)?.resolve(body)
  }

  reject(id: number, message: string): void {
    this.#waiting.get(id)?.reject(new AppError('unavailable', message))
  }

  /** Nothing is answered any more. */
  close(sentence: string): void {
    this.#closedWith ??= sentence
    for (const id of [...this.#waiting.keys()]) this.reject(id, sentence)
  }
}

function tooLate(what: string, timeoutMs: number): string {
  const seconds = Math.round(timeoutMs / 100) / 10
  return `The debugger did not answer “${what}” within ${seconds} seconds. It may hang: end it with debug_control and action stop, then start again.`
}

// What adapters answer, as far as it is used. They are other people's programs: nothing is taken on trust.

const Source = z.object({ name: z.string().optional(), path: z.string().optional() })

export const StackFrame = z.object({
  id: z.number(),
  name: z.string(),
  source: Source.nullish(),
  line: z.number(),
  column: z.number().default(1),
})
export type StackFrame = z.infer<typeof StackFrame>

export const StackTrace = z.object({
  stackFrames: z.array(StackFrame).default([]),
  totalFrames: z.number().optional(),
})

export const Threads = z.object({
  threads: z.array(z.object({ id: z.number(), name: z.string() })).default([]),
})

export const Scopes = z.object({
  scopes: z
    .array(
      z.object({
        name: z.string(),
        variablesReference: z.number(),
        expensive: z.boolean().default(false),
      }),
    )
    .default([]),
})

export const Variable = z.object({
  name: z.string(),
  value: z.string(),
  type: z.string().nullish(),
  variablesReference: z.number().default(0),
  namedVariables: z.number().nullish(),
  indexedVariables: z.number().nullish(),
})
export type Variable = z.infer<typeof Variable>

export const Variables = z.object({ variables: z.array(Variable).default([]) })

export const Evaluated = z.object({
  result: z.string(),
  type: z.string().nullish(),
  variablesReference: z.number().default(0),
})

export const Breakpoint = z.object({
  id: z.number().optional(),
  verified: z.boolean().default(false),
  message: z.string().optional(),
  line: z.number().optional(),
})
export type Breakpoint = z.infer<typeof Breakpoint>

export const Breakpoints = z.object({ breakpoints: z.array(Breakpoint).default([]) })

export const Capabilities = z.object({
  supportsConfigurationDoneRequest: z.boolean().default(false),
  supportTerminateDebuggee: z.boolean().default(false),
  exceptionBreakpointFilters: z
    .array(z.object({ filter: z.string(), default: z.boolean().default(false) }))
    .default([]),
})
export type Capabilities = z.infer<typeof Capabilities>

export const StoppedBody = z.object({
  reason: z.string(),
  description: z.string().nullish(),
  text: z.string().nullish(),
  threadId: z.number().optional(),
})
export type StoppedBody = z.infer<typeof StoppedBody>

export const ExitedBody = z.object({ exitCode: z.number() })
export const OutputBody = z.object({ category: z.string().nullish(), output: z.string() })
export const BreakpointBody = z.object({ breakpoint: Breakpoint })
