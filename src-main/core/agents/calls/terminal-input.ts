import { AppError } from '#shared/lib/app-error.ts'
import type { Typing } from '../../permissions/shell/interpreter/judge-typed.ts'
import type { ShellPlace } from '../../permissions/shell/place.ts'
import type { ShellJudge } from '../../permissions/shell-judge/shell-judge.ts'
import type { KeptTerminal, TypedSoFar } from '../../terminals/kept-terminal.ts'
import type { Args, Tool } from '../../tools/definition/define-tool.ts'
import type { RunServices } from '../context/run-services.ts'

/** More than this is not read again for each line: what it defined is not known any more. */
const MAX_BEFORE = 32 * 1024

/** The terminal a call would type into; `undefined`: it types nothing, or there is none. */
export function findTyped(
  { keptTerminals }: Pick<RunServices, 'keptTerminals'>,
  tool: Pick<Tool, 'typed'>,
  args: Args,
): KeptTerminal | undefined {
  const typed = tool.typed?.(args)
  return typed && keptTerminals.find(typed.terminal)
}

/** Who would read what is typed into it, for the judge. */
export function toTyping(
  terminal: Pick<KeptTerminal, 'isShellReading'>,
  { before, pending, isTouched }: TypedSoFar,
  place: ShellPlace,
): Typing {
  const isKnown = !isTouched && before.length <= MAX_BEFORE
  const reader = isKnown && terminal.isShellReading ? 'shell' : 'program'
  return { place, reader, before, pending }
}

interface TypingInto {
  /** What had been typed when the call was judged. */
  readonly typedBefore: TypedSoFar | undefined
  readonly shellJudge: ShellJudge
}

/** Types into it, where nothing else was since the call was judged. */
export async function typeInto(
  terminal: KeptTerminal,
  text: string,
  { typedBefore, shellJudge }: TypingInto,
): Promise<void> {
  const refuseOther = () => {
    if (terminal.typed === typedBefore) return
    const message = `Something else was typed into ${terminal.name} since this was allowed. Read it, then type again.`
    throw new AppError('conflict', message)
  }
  refuseOther()
  const typed = terminal.isShellReading
    ? await shellJudge.afterTyping(text, terminal.typed)
    : terminal.typed
  refuseOther()
  terminal.send(text, typed)
}
