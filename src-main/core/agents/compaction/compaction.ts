import { createSummarizationMiddleware } from 'deepagents'
import type { AgentMiddleware } from 'langchain'
import type { ModelRef } from '#shared/events/value.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { assert } from '#shared/lib/assert.ts'
import type { AgentBackend } from '../calls/scratch-backend.ts'
import type { RunServices } from '../context/run-services.ts'
import { explainFailure } from '../failover/failures.ts'
import { asMiddleware } from './as-middleware.ts'
import { cutResults, estimateTokens, type Fit, fitContext } from './fit-context.ts'

type WrapModelCall = NonNullable<AgentMiddleware['wrapModelCall']>
type Request = Parameters<WrapModelCall>[0]
type Handler = Parameters<WrapModelCall>[1]
type Answer = Awaited<ReturnType<WrapModelCall>>

/** After an overflow, the context is taken to be this part of what was refused. */
const SHRINK = 0.6
/** No model that calls tools has a smaller context. */
const SMALLEST_CONTEXT_TOKENS = 1_000
/** Tokens of the prompt that asks for a summary, without the conversation. */
const SUMMARY_PROMPT_TOKENS = 200

/** Messages that a forced summary keeps: a prompt and its answer, or a call and its result. */
export const KEPT_MESSAGES = 2
const FORCED = {
  trigger: { type: 'messages', value: 1 },
  keep: { type: 'messages', value: KEPT_MESSAGES },
} as const

interface CompactionOptions {
  readonly backend: AgentBackend
  readonly run: Pick<RunServices, 'providers'>
  /** The model that a request is sent to. */
  readonly modelOf: (request: Request) => ModelRef
  /** Whether the thread is summarized however short it is. Asked again when a request is retried. */
  readonly isForced: (request: Request) => boolean
  /** Called when a request for which `isForced` was true has been answered. */
  readonly onForced?: (request: Request) => void
}

/**
 * Summarizes a thread that grows too long, as deepagents does. Where a server refuses a request as too
 * long all the same, its context is smaller than known: the request is made smaller until it fits.
 */
export function createCompaction(options: CompactionOptions): AgentMiddleware {
  const standard = createStandard({ backend: options.backend })
  const forced = createStandard({ backend: options.backend, ...FORCED })
  const fitting = new Fitting(options, {
    standard: standard.wrapModelCall,
    forced: forced.wrapModelCall,
  })
  return {
    ...standard,
    wrapModelCall: (request, handler) => fitting.call(request, handler),
  }
}

/** Summarization for models whose context isn't known to be smaller than listed. */
interface Summarizers {
  /** Summarizes a thread that is about to exceed the context. */
  readonly standard: WrapModelCall
  /** Summarizes it whatever its length. */
  readonly forced: WrapModelCall
}

/** Makes requests fit, and remembers what it learned of models: it holds for the rest of the run. */
class Fitting {
  readonly #options: CompactionOptions
  readonly #summarizers: Summarizers
  /** In estimated tokens, by model and address. */
  readonly #learned = new Map<string, number>()

  constructor(options: CompactionOptions, summarizers: Summarizers) {
    this.#options = options
    this.#summarizers = summarizers
  }

  async call(request: Request, handler: Handler): Promise<Answer> {
    const model = this.#options.modelOf(request)
    const isForced = this.#options.isForced(request)
    const name = `${model.provider}:${model.model} ${model.baseUrl ?? ''}`
    for (;;) {
      const contextTokens = this.#learned.get(name)
      const sending = watchOverflow(handler, (error) => this.#isOverflow(error, model))
      try {
        const answer = await this.#send(request, sending.handler, {
          model,
          contextTokens,
          isForced,
        })
        if (isForced) this.#options.onForced?.(request)
        return answer
      } catch (error) {
        const refusal = error instanceof Overflow ? error.refusal : error
        if (!this.#isOverflow(refusal, model)) throw refusal
        const refused = sending.tokens ?? estimateTokens(request)
        this.#learned.set(name, shrink(Math.min(contextTokens ?? Infinity, refused), refusal))
      }
    }
  }

  async #send(
    request: Request,
    handler: Handler,
    { model, contextTokens, isForced }: Target,
  ): Promise<Answer> {
    if (contextTokens === undefined) {
      const { forced, standard } = this.#summarizers
      return isForced ? forced(request, handler) : standard(request, handler)
    }
    const fit = fitContext(contextTokens, request)
    if (fit.roomTokens <= 0) throw doesNotFit(request, model, fit)
    const { wrapModelCall } = createFitted(this.#options.backend, fit, isForced)
    return wrapModelCall(shrinkRequest(request, fit), handler)
  }

  #isOverflow(error: unknown, model: ModelRef): boolean {
    if (AppError.is(error)) return false
    const { providers } = this.#options.run
    return explainFailure(error, { model, providers }).fault === 'context-length'
  }
}

/** A model, and what its context was learned to hold; `undefined`: nothing was learned. */
interface Target {
  readonly isForced: boolean
  readonly model: ModelRef
  readonly contextTokens: number | undefined
}

/** The context to try next. Throws the refusal where no model has a smaller one. */
function shrink(refusedTokens: number, refusal: unknown): number {
  const smaller = Math.floor(refusedTokens * SHRINK)
  if (smaller < SMALLEST_CONTEXT_TOKENS) throw refusal
  return smaller
}

/** deepagents' own handling of an overflow summarizes more than fits, so it doesn't see one. */
class Overflow extends Error {
  readonly refusal: unknown

  constructor(refusal: unknown) {
    super('The request is too long.')
    this.refusal = refusal
  }
}

/** Passes requests on, and remembers the size of the last one. Throws `Overflow` where it is too long. */
function watchOverflow(handler: Handler, isTooLong: (error: unknown) => boolean) {
  const watched: { tokens: number | undefined; handler: Handler } = {
    tokens: undefined,
    handler: async (request) => {
      watched.tokens = estimateTokens(request)
      try {
        return await handler(request)
      } catch (error) {
        throw isTooLong(error) ? new Overflow(error) : error
      }
    },
  }
  return watched
}

/** No single result takes more than half of the room, so that a summary and the newest messages fit. */
function shrinkRequest(
  request: Request,
  { roomTokens, tools }: Fit<Request['tools'][number]>,
): Request {
  return { ...request, tools, messages: cutResults(request.messages, Math.floor(roomTokens / 2)) }
}

function createFitted(
  backend: AgentBackend,
  { requestTokens, roomTokens }: Fit<object>,
  isForced: boolean,
) {
  return createStandard({
    backend,
    trigger: isForced ? FORCED.trigger : { type: 'tokens', value: requestTokens },
    keep: isForced ? FORCED.keep : { type: 'tokens', value: Math.floor(roomTokens / 2) },
    trimTokensToSummarize: Math.max(1, requestTokens - SUMMARY_PROMPT_TOKENS),
  })
}

function createStandard(options: Parameters<typeof createSummarizationMiddleware>[0]) {
  const { wrapModelCall, ...rest } = asMiddleware(createSummarizationMiddleware(options))
  assert(wrapModelCall, 'it stands around model calls')
  return { ...rest, wrapModelCall }
}

function doesNotFit(request: Request, { model }: ModelRef, { tools }: Fit<object>): AppError {
  const tokens = estimateTokens({ ...request, messages: [], tools })
  const message = `The context of ${model} is too small: the agent's instructions and tools alone take about ${tokens.toLocaleString('en')} tokens. Choose a model with a larger context, or start its server with one.`
  return new AppError('unavailable', message, { data: { fault: 'context-length' } })
}
