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
