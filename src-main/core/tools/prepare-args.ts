import type { PreparingContext } from './context.ts'
import { type Args, asMeant, findWrong } from './define.ts'
import { findDroppedKeys } from './dropped-keys.ts'
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

/**
 * Returns why arguments that a person edited can't be run as written; `undefined` where they can.
 * Keys that the tool would ignore count, unless the request had them too.
 */
export function findWrongEdit(name: string, edited: Args, asked: Args): string | undefined {
  const tool = definedTool(name)
  if (!tool) return undefined
  const args = asMeant(tool, edited)
  const parsed = tool.schema.safeParse(args)
  if (!parsed.success) return findWrong(tool, args)
  const unknown = findDroppedKeys(args, parsed.data).filter((key) => !isKnownKey(key, asked))
  if (unknown.length === 0) return undefined
  return `${name} doesn't take ${unknown.join(', ')}. Correct the name, or leave it out.`
}

/** Preparation may have added keys, and models use either name of a file's path. */
function isKnownKey(key: string, asked: Args): boolean {
  return key in asked || key === 'path' || key === 'file_path'
}

/** With what a tool finds in the project by itself: that is judged as well. */
export async function toPrepared(
  name: string,
  args: Args,
  context: PreparingContext,
): Promise<Args> {
  return (await definedTool(name)?.prepare?.(args, context)) ?? args
}
