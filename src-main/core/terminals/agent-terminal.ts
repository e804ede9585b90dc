import type { RunId, SessionId, SpanId } from '#shared/ids.ts'
import type { EventLog } from '../log/event-log.ts'
import type { PtyExit, SpawnPty } from './pty.ts'

export interface CommandOptions {
  readonly command: string
  readonly cwd: string
  /** The environment to start from; keys of providers are taken out of it. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Names of further variables that a command must not see. */
  readonly secretNames?: readonly string[]
  readonly signal: AbortSignal
  readonly timeoutMs: number
  readonly cols?: number
  readonly rows?: number
  readonly onOutput: (text: string) => void
  readonly spawn?: SpawnPty
}

/** `output` is bounded: its beginning and its end, escape sequences taken out. */
export interface CommandResult extends PtyExit {
  readonly output: string
  readonly isTruncated: boolean
  readonly isTimedOut: boolean
}

/** Runs a shell command on a terminal to its end. An abort ends its whole process group, then rejects. */
export declare function runCommand(options: CommandOptions): Promise<CommandResult>

/** Whose terminal it is: the span of the call that opened it. */
export interface TerminalOwner {
  readonly sessionId: SessionId
  readonly spanId: SpanId
  readonly runId?: RunId
  readonly agentId?: SpanId
}

export interface TerminalOpening {
  readonly title: string
  readonly command: string
  readonly cwd: string
  readonly cols: number
  readonly rows: number
}

/** Records one terminal of an agent: opened, its output in joined pieces, ended. */
export declare class AgentTerminalRecorder {
  constructor(events: Pick<EventLog, 'append'>, owner: TerminalOwner)
  /** Resolves once the opening is durable: only then may the command start. */
  opened(opening: TerminalOpening): Promise<void>
  output(text: string): void
  /** Writes what is left, then the end; resolves once durable. */
  ended(exit: PtyExit): Promise<void>
}
