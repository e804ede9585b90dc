import { z } from 'zod'
import { AppError } from '#shared/lib/app-error.ts'
import { ellipsize } from '#shared/lib/truncate-text.ts'
import type { Settings } from '#shared/settings/settings.ts'
import { TAVILY } from '../providers/registry/provider-keys.ts'
import type { Providers } from '../providers/registry/providers.ts'

const BASE_URL = 'https://api.tavily.com'
const ANSWER_MS = 20_000
const EXCERPT_CHARS = 1_000

interface WebQuestion {
  readonly query: string
  readonly maxResults: number
  readonly signal: AbortSignal
}

interface WebResult {
  readonly title: string
  readonly url: string
  /** What of the page bears on the question. */
  readonly excerpt: string
}

/** Asks a search engine. */
export interface WebSearch {
  /** Fails with a sentence: without a key, where it is refused, where nothing answers. */
  search(question: WebQuestion): Promise<readonly WebResult[]>
}

/** Lenient: what is absent of a result is left out. */
const Found = z.object({
  results: z.array(
    z.object({ title: z.string().catch(''), url: z.string(), content: z.string().catch('') }),
  ),
})

interface TavilyOptions {
  readonly providers: Pick<Providers, 'fetch' | 'keyOf'>
  readonly readSettings: () => Pick<Settings, 'webSearchUrl'>
  /** How long it may take to answer. */
  readonly answerMs?: number
}

/** Tavily, by its own protocol: nothing but the question is sent, and one page of results is asked for. */
export class TavilySearch implements WebSearch {
  readonly #options: TavilyOptions

  constructor(options: TavilyOptions) {
    this.#options = options
  }

  async search({ query, maxResults, signal }: WebQuestion): Promise<readonly WebResult[]> {
    const key = await this.#options.providers.keyOf(TAVILY)
    if (key === undefined) throw missingKey()
    const response = await this.#ask(key, { query, max_results: maxResults }, signal)
    if (!response.ok) throw toRefusal(response.status)
    const parsed = Found.safeParse(await readJson(response, signal))
    if (!parsed.success) {
      throw new AppError('unavailable', `${this.#place()} answered nothing that can be read.`)
    }
    return parsed.data.results.slice(0, maxResults).map(({ title, url, content }) => ({
      title: toLine(title) || url,
      url,
      excerpt: toLine(content),
    }))
  }

  async #ask(key: string, body: object, signal: AbortSignal): Promise<Response> {
    const { providers, answerMs = ANSWER_MS } = this.#options
    try {
      return await providers.fetch(`${this.#baseUrl()}/search`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        // The key goes nowhere else.
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
      })
    } catch (cause) {
      signal.throwIfAborted()
      const message = `The web can't be searched now: ${this.#place()} did not answer.`
      throw new AppError('unavailable', message, { cause, retryable: true })
    }
  }

  #baseUrl(): string {
    return (this.#options.readSettings().webSearchUrl ?? BASE_URL).replace(/(?<!\/)\/+$/, '')
  }

  #place(): string {
    return new URL(this.#baseUrl()).host
  }
}

async function readJson(response: Response, signal: AbortSignal): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}

function missingKey(): AppError {
  const message =
    'Searching the web needs a key of Tavily. A person can set TAVILY_API_KEY, or add it under Settings › Tools.'
  return new AppError('unavailable', message)
}

function toRefusal(status: number): AppError {
  switch (status) {
    case 401:
    case 403:
      return new AppError('denied', 'Tavily refused the key. Check it under Settings › Tools.')
    case 429:
    case 432:
    case 433:
      return new AppError('limit', 'Tavily answers no more searches now: its limit is reached.')
    default:
      return new AppError('unavailable', `Tavily could not answer (HTTP ${status}).`)
  }
}

function toLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return ellipsize(line, EXCERPT_CHARS)
}
