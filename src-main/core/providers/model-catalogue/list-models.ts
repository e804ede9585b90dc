import { z } from 'zod'
import type { KeyCheck } from '#shared/contract/procedures/models.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { isRecord, parseJson } from '#shared/lib/json.ts'
import type { ProviderDefinition } from '../define.ts'
import { ServerError } from '../streaming/server-error.ts'

interface Asked {
  readonly baseUrl: string
  readonly key?: string | undefined
  /** The environment variable that the key is from. */
  readonly variable?: string | undefined
  readonly fetch: typeof globalThis.fetch
  readonly timeoutMs: number
}

type AskedProvider = Pick<ProviderDefinition, 'label' | 'listing' | 'needsKey' | 'keyEnvs'>

/** A model that a server lists. */
export interface ServedModel {
  readonly id: string
  /** How many tokens a request may have; absent: the server doesn't say. */
  readonly contextTokens?: number
}

/** The models that a provider lists, and whether it accepted the key. */
export interface Listed extends KeyCheck {
  readonly models: readonly ServedModel[]
}

/** Asks a provider for its models, which is the cheapest way to check a key. Never rejects. */
export async function askForModels(
  { label, listing, needsKey, keyEnvs }: AskedProvider,
  { baseUrl, key, variable, fetch, timeoutMs }: Asked,
): Promise<Listed> {
  try {
    const response = await fetch(`${baseUrl.replace(/(?<!\/)\/+$/, '')}${listing.path}`, {
      signal: AbortSignal.timeout(timeoutMs),
      headers: { ...(key && listing.headers(key)) },
    })
    const text = await response.text()
    if (isRefusal(response.status, text))
      return key ? keyRefused(label, variable) : keyWanted(label, keyEnvs[0])
    if (!response.ok) return unreachable(label, `it returned status ${response.status}`)
    const body = parseJson(text)
    if (!isRecord(body)) return unreachable(label, 'a web page or a proxy answered instead')
    const models = parseServedModels(body)
    const whose = variable === undefined ? 'this key' : `the key in ${variable}`
    const message = needsKey ? `${label} accepts ${whose}.` : `${label} is running.`
    return { status: 'accepted', message, models }
  } catch (error) {
    return unreachable(label, reasonOf(error, timeoutMs))
  }
}

/** Asks llama.cpp's server, which lists no contexts, for the one it was started with. Never fails. */
export async function askForSlotContext({
  baseUrl,
  key,
  fetch,
  timeoutMs,
}: Omit<Asked, 'variable'>): Promise<number | undefined> {
  try {
    const response = await fetch(new URL('/props', baseUrl), {
      signal: AbortSignal.timeout(timeoutMs),
      headers: { ...(key && { authorization: `Bearer ${key}` }) },
    })
    return response.ok ? parseSlotContext(parseJson(await response.text())) : undefined
  } catch {
    // Other servers have no such page; then the context is learned from refusals.
    return undefined
  }
}

/** Some say so with 400, which can mean anything else as well; 403 without JSON is a proxy's. */
function isRefusal(status: number, text: string): boolean {
  const isDenied = status === 403 && isRecord(parseJson(text))
  return status === 401 || isDenied || (status === 400 && /api[ _-]?key/i.test(text))
}

function keyRefused(label: string, variable: string | undefined): Listed {
  const message =
    variable === undefined
      ? `${label} rejected this key. Check that it is complete and still valid.`
      : `${label} rejected the key in ${variable}. Correct it there and restart Orrery, or enter another key here.`
  return { status: 'refused', message, models: [] }
}

function keyWanted(label: string, keyEnv: string | undefined): Listed {
  const orSet = keyEnv === undefined ? '' : `, or set ${keyEnv}`
  const message = `${label} needs an API key. Add it in Settings${orSet}.`
  return { status: 'refused', message, models: [] }
}

function unreachable(label: string, reason: string): Listed {
  const message = `Can't reach ${label}: ${reason}. Check your network, proxy and base address.`
  return { status: 'unreachable', message, models: [] }
}

/** Leaves out addresses: they may contain passwords. */
function reasonOf(error: unknown, timeoutMs: number): string {
  if (error instanceof ServerError)
    return error.hasWords ? `it redirects to ${error.message}` : 'it redirects'
  if (AppError.is(error)) return error.message.replace(/\.$/, '')
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `no response within ${timeoutMs / 1000} s`
  }
  const cause = error instanceof Error ? error.cause : undefined
  const hasCode = cause instanceof Error && 'code' in cause && typeof cause.code === 'string'
  return hasCode ? `no connection (${cause.code})` : 'no connection'
}

const Count = z.coerce.number().int().positive().optional().catch(undefined)
const Nested = <S extends z.ZodRawShape>(shape: S) => z.object(shape).optional().catch(undefined)

/** Each server says how large a context is in a field of its own, some of them in several. */
const Entry = z.object({
  id: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  // LM Studio: what the model was loaded with, which may be less than it can take
  loaded_context_length: Count,
  // OpenRouter: the endpoint that is used unless another is asked for
  top_provider: Nested({ context_length: Count }),
  // Copilot
  capabilities: Nested({
    limits: Nested({ max_prompt_tokens: Count, max_context_window_tokens: Count }),
  }),
  // llama.cpp: `n_ctx_train` isn't what it was started with
  meta: Nested({ n_ctx: Count }),
  // vLLM, SGLang
  max_model_len: Count,
  // OpenRouter, Together, Fireworks, Kimi, LiteLLM
  context_length: Count,
  // Groq
  context_window: Count,
  // Mistral, LM Studio
  max_context_length: Count,
  // Anthropic, LiteLLM
  max_input_tokens: Count,
  // Gemini
  inputTokenLimit: Count,
})

/** Reads a list of models as OpenAI and Anthropic send it, or as Ollama and Gemini do. Skips odd entries. */
export function parseServedModels(body: unknown): readonly ServedModel[] {
  if (typeof body !== 'object' || body === null) return []
  const listed = 'data' in body ? body.data : 'models' in body ? body.models : []
  if (!Array.isArray(listed)) return []
  return listed.flatMap((one: unknown) => {
    const entry = Entry.safeParse(one).data
    const id = (entry?.id ?? entry?.name)?.replace(/^models\//, '')
    if (!entry || !id) return []
    const contextTokens = contextOf(entry)
    return [{ id, ...(contextTokens !== undefined && { contextTokens }) }]
  })
}

function contextOf(entry: z.infer<typeof Entry>): number | undefined {
  const { limits } = entry.capabilities ?? {}
  return (
    entry.loaded_context_length ??
    entry.top_provider?.context_length ??
    limits?.max_prompt_tokens ??
    limits?.max_context_window_tokens ??
    entry.meta?.n_ctx ??
    entry.max_model_len ??
    entry.context_length ??
    entry.context_window ??
    entry.max_context_length ??
    entry.max_input_tokens ??
    entry.inputTokenLimit
  )
}

const Props = z.object({
  default_generation_settings: z.object({ n_ctx: z.number().int().positive() }),
})

/** Reads what llama.cpp's server answers at `/props`: the context that each of its slots has, in tokens. */
export function parseSlotContext(body: unknown): number | undefined {
  return Props.safeParse(body).data?.default_generation_settings.n_ctx
}
