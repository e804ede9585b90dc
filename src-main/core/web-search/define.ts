export interface WebQuestion {
  readonly query: string
  readonly maxResults: number
  readonly signal: AbortSignal
}

export interface WebResult {
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

/** Who searches the web, and where its key is looked for before the secret store. */
export const TAVILY = { id: 'tavily', keyEnvs: ['TAVILY_API_KEY'] } as const
