import { z } from 'zod'
import { AppError } from '#shared/lib/app-error.ts'
import type { Providers } from '../providers/registry/providers.ts'
import { toCount } from '../providers/usage/reported-usage.ts'
import type { AskedEmbedding, Embedded } from './project-search.ts'

const ANSWER_MS = 60_000

const Answer = z.object({
  data: z.array(z.object({ index: z.int().nonnegative(), embedding: z.array(z.number()).min(1) })),
  usage: z.looseObject({}).catch({}),
})

/** Returns embeddings of texts, over the protocol of OpenAI and compatible servers. Rejects with an AppError. */
export async function embed(
  providers: Pick<Providers, 'reach' | 'fetch' | 'secrets' | 'redact'>,
  { model, texts }: AskedEmbedding,
  signal: AbortSignal,
): Promise<Embedded> {
  const { baseUrl, key } = await providers.reach(model)
  const input = texts.map((text) => providers.secrets.redact(text))
  const response = await ask(
    () =>
      providers.fetch(`${versioned(baseUrl)}/embeddings`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({ model: model.model, input, encoding_format: 'float' }),
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
      }),
    signal,
  )
  if (!response.ok) {
    throw new AppError(
      'unavailable',
      `${model.model} returned no embeddings (status ${response.status}). Check the model and its server.`,
    )
  }
  const read = await ask(() => response.json(), signal)
  const { data, error } = Answer.safeParse(read)
  if (error || data.data.length !== texts.length) {
    throw new AppError(
      'unavailable',
      `${model.model} returned embeddings that Orrery can’t read. Choose another embedding model.`,
    )
  }
  const ordered = data.data.toSorted((a, b) => a.index - b.index)
  // Jina and Voyage report the total alone.
  const tokens = toCount(data.usage['prompt_tokens']) || toCount(data.usage['total_tokens'])
  return {
    vectors: ordered.map(({ embedding }) => Float32Array.from(embedding)),
    tokens: tokens || estimate(input),
    isEstimated: !tokens,
  }
}

async function ask<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await request()
  } catch (cause) {
    signal.throwIfAborted()
    const message =
      'The server of the embedding model sent no complete response. Check the server, or choose another embedding model.'
    throw new AppError('unavailable', message, { cause })
  }
}

/** A guess: four characters a token. */
function estimate(input: readonly string[]): number {
  return Math.ceil(input.reduce((sum, { length }) => sum + length, 0) / 4)
}

/** Ollama is reached at its root, the others at a version of theirs. */
function versioned(baseUrl: string): string {
  const base = baseUrl.replace(/(?<!\/)\/+$/, '')
  return /^https?:\/\/[^/]+$/.test(base) ? `${base}/v1` : base
}
