/** The part of a pseudoterminal we use. */
export interface Pty {
  readonly pid: number
  onData(listener: (data: string) => void): Disposable
  onExit(listener: (exit: PtyExit) => void): Disposable
  write(data: string): void
  resize(size: PtySize): void
  pause(): void
  resume(): void
  /** Ends the whole process group: asks, then insists. Resolves once it has exited. */
  end(): Promise<void>
}

export interface PtySize {
  readonly cols: number
  readonly rows: number
}

/** `exitCode` is `null` where a signal ended it. */
export interface PtyExit {
  readonly exitCode: number | null
  readonly signal?: string
}

export interface PtyOptions extends PtySize {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

export type SpawnPty = (options: PtyOptions) => Promise<Pty>

/** Starts a program on a pseudoterminal of its own, as the leader of its own process group. */
export declare const spawnPty: SpawnPty
