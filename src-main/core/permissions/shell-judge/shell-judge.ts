import { type CommandVerdict, judgeCommand } from '../shell/interpreter/judge-command.ts'
import {
  afterTyping,
  judgeTyped,
  type ShellInput,
  type TypedVerdict,
  type Typing,
} from '../shell/interpreter/judge-typed.ts'
import type { ShellPlace } from '../shell/place.ts'

/** Judges shell commands, on this or another thread. */
export interface ShellJudge {
  judgeCommand(command: string, place: ShellPlace): Promise<CommandVerdict>
  judgeTyped(text: string, typing: Typing): Promise<TypedVerdict>
  /** Returns the shell's input after typing a text. */
  afterTyping(text: string, given: ShellInput): Promise<ShellInput>
}

/** Judges on the calling thread. */
export const shellJudgeHere: ShellJudge = { judgeCommand, judgeTyped, afterTyping }
