import type { SessionId, TerminalId } from '#shared/ids.ts'
import type { PersonTerminal } from '#shared/contract/terminals.ts'
import type { Ids } from '../ids.ts'
import type { PtySize, SpawnPty } from './pty.ts'

export interface PersonTerminalsOptions {
  /** Where scrollback is kept, so that it is there after a restart. */
  readonly dataDir: string
  readonly ids: Ids
  readonly env: Readonly<Record<string, string | undefined>>
  readonly secretNames?: readonly string[]
  readonly onDidChange?: (sessionId: SessionId) => void
  readonly spawn?: SpawnPty
}

/** A piece of output; `at` counts characters since the terminal was opened. */
export interface OutputPiece {
  readonly at: number
  readonly data: string
}

/** The terminals people opened. Disposing ends every process and saves what was printed. */
export declare class PersonTerminals implements AsyncDisposable {
  constructor(options: PersonTerminalsOptions)
  open(sessionId: SessionId, cwd: string, size: PtySize): Promise<TerminalId>
  write(terminalId: TerminalId, data: string): void
  resize(terminalId: TerminalId, size: PtySize): void
  /** Ends its process and forgets it. */
  close(terminalId: TerminalId): Promise<void>
  /** Those of before a restart too: ended, with what they had printed. */
  list(sessionId: SessionId): Promise<readonly PersonTerminal[]>
  /** Forgets all of a session. */
  closeAll(sessionId: SessionId): Promise<void>
  output(terminalId: TerminalId, after: number, signal: AbortSignal): AsyncIterable<OutputPiece>
  [Symbol.asyncDispose](): Promise<void>
}
