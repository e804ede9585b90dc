import { type CommandVerdict, judgeCommand } from './judge-command.ts'
import {
  afterTyping,
  type Given,
  judgeTyped,
  type TypedVerdict,
  type Typing,
} from './judge-typed.ts'
import type { ShellPlace } from './place.ts'

/** Judges what a shell would run, on some thread. */
export interface ShellJudge {
  judgeCommand(command: string, place: ShellPlace): Promise<CommandVerdict>
  judgeTyped(text: string, typing: Typing): Promise<TypedVerdict>
  /** What the shell has been given once it has the text. */
  afterTyping(text: string, given: Given): Promise<Given>
}

/** Judges on the thread that calls it. */
export const shellJudgeHere: ShellJudge = { judgeCommand, judgeTyped, afterTyping }
