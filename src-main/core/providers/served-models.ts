import { z } from 'zod'

/** A model that a server lists. */
export interface ServedModel {
  readonly id: string
  /** How many tokens a request may have; absent: the server doesn't say. */
  readonly contextTokens?: number
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
