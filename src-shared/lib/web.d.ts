// The few web globals that every runtime we target has. Interfaces only, so that they merge with
// the fuller declarations of Node and the DOM where those are in scope.
interface AbortSignal {
  readonly aborted: boolean
  readonly reason: unknown
  throwIfAborted(): void
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}
