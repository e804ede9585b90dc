import { AppError } from '#shared/lib/app-error.ts'
import { LimitedCalls, TimeLimitExceeded } from '../../runtime/limited-calls.ts'
import type { CommandVerdict } from '../shell/interpreter/judge-command.ts'
import {
  isInterrupt,
  judgeTyped,
  type ShellInput,
  type TypedVerdict,
  type Typing,
} from '../shell/interpreter/judge-typed.ts'
import { MAX_COMMAND_CHARS } from '../shell/load-grammar.ts'
import type { ShellPlace } from '../shell/place.ts'
import { TOO_COMPLEX } from '../shell/verdict.ts'
import type { ShellJudge } from './shell-judge.ts'
import type { Folders, ShellAnswer, ShellQuestion } from './shell-judge-protocol.ts'

interface ShellJudgeOptions {
  readonly report: (error: unknown, doing: string) => void
  readonly limitMs?: number
}

/** A safety net: the work limit ends almost every judgment long before this. */
const LIMIT_MS = 3_000

/** Loads the grammar. */
const WARM_UP: ShellQuestion = {
  type: 'command',
  command: 'true',
  folders: { cwd: '/', root: '/', home: '/' },
}

/**
 * Judges commands in a worker thread, so that no command blocks the host's. A command that can't be judged
 * in time is `unknown` and needs approval.
 */
export class ShellJudgeThread implements ShellJudge, AsyncDisposable {
  readonly #report: ShellJudgeOptions['report']
  readonly #calls: LimitedCalls<ShellQuestion, ShellAnswer>

  constructor({ report, limitMs = LIMIT_MS }: ShellJudgeOptions) {
    this.#report = report
    const from = import.meta.url
    this.#calls = new LimitedCalls({ from, name: 'shell-judge', limitMs, warmUp: WARM_UP })
  }

  async judgeCommand(command: string, place: ShellPlace): Promise<CommandVerdict> {
    if (command.length > MAX_COMMAND_CHARS) return TOO_COMPLEX
    const answer = await this.#ask({ type: 'command', command, folders: toFolders(place) })
    return answer?.type === 'command' ? answer.verdict : TOO_COMPLEX
  }

  async judgeTyped(text: string, { place, reader, ...given }: Typing): Promise<TypedVerdict> {
    if (isInterrupt(text)) return judgeTyped(text, { place, reader, ...given })
    // Only a shell keeps incomplete input.
    const pending = reader === 'shell' ? given.pending + text : ''
    const unjudged = { ...TOO_COMPLEX, pending }
    if (lengthOf(given) + text.length > MAX_COMMAND_CHARS) return unjudged
    const typing = { reader, ...toShellInput(given) }
    const answer = await this.#ask({ type: 'typed', text, typing, folders: toFolders(place) })
    return answer?.type === 'typed' ? answer.verdict : unjudged
  }

  async afterTyping(text: string, given: ShellInput): Promise<ShellInput> {
    const unread = { before: given.before, pending: given.pending + text }
    if (lengthOf(given) + text.length > MAX_COMMAND_CHARS) return unread
    const answer = await this.#ask({ type: 'given', text, given: toShellInput(given) })
    return answer?.type === 'given' ? answer.given : unread
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#calls[Symbol.asyncDispose]()
  }

  async #ask(question: ShellQuestion): Promise<ShellAnswer | undefined> {
    try {
      return await this.#calls.call(question)
    } catch (error) {
      if (AppError.is(error)) throw error
      if (!(error instanceof TimeLimitExceeded)) this.#report(error, 'judging a command')
      return undefined
    }
  }
}

/** Omits the links, which the worker reads from disk itself. */
function toFolders({ cwd, root, home, data }: ShellPlace): Folders {
  return { cwd, root, home, ...(data !== undefined && { data }) }
}

/** Drops other properties of the object, which can't be sent. */
function toShellInput({ before, pending }: ShellInput): ShellInput {
  return { before, pending }
}

function lengthOf({ before, pending }: ShellInput): number {
  return before.length + pending.length
}
