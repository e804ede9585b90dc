import type { PreparingContext } from './context.ts'
import { type Args, asMeant, findWrong } from './define.ts'
import { definedTool } from './index.ts'

/** Arguments as they were meant, of any tool: those of others are as they are. */
export function toMeant(name: string, args: Args): Args {
  const tool = definedTool(name)
  return tool ? asMeant(tool, args) : args
}

/** What is wrong with the arguments: nobody is asked about what could not be done. */
export function findWrongArgs(name: string, args: Args): string | undefined {
  const tool = definedTool(name)
  return tool && findWrong(tool, args)
}

/** With what a tool finds in the project by itself: that is judged as well. */
export async function toPrepared(
  name: string,
  args: Args,
  context: PreparingContext,
): Promise<Args> {
  return (await definedTool(name)?.prepare?.(args, context)) ?? args
}
