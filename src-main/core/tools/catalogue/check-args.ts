import { type Args, asMeant, findWrong } from '../definition/define-tool.ts'
import { findTool } from './index.ts'

/** Corrects the arguments' form, as `asMeant` does. Arguments of unknown and MCP tools stay as they are. */
export function toMeant(name: string, args: Args): Args {
  const tool = findTool(name)
  return tool ? asMeant(tool, args) : args
}

/** Returns why the arguments don't fit the tool's schema, as a sentence. No approval is requested for such a call. */
export function findWrongArgs(name: string, args: Args): string | undefined {
  const tool = findTool(name)
  return tool && findWrong(tool, args)
}

/**
 * Returns why arguments that a person edited can't be run as written; `undefined` where they can.
 * Keys that the tool would ignore count, unless the request had them too.
 */
export function findWrongEdit(name: string, edited: Args, asked: Args): string | undefined {
  const tool = findTool(name)
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

/**
 * Lists keys of `input` that are missing in `output`, which a schema parsed from it, as paths such as
 * `edits.0.text`.
 */
function findDroppedKeys(input: unknown, output: unknown, path = ''): readonly string[] {
  if (!isContainer(input) || !isContainer(output)) return []
  const parsed = new Map(Object.entries(output))
  return Object.entries(input).flatMap(([key, value]) => {
    const here = path ? `${path}.${key}` : key
    return parsed.has(key) ? findDroppedKeys(value, parsed.get(key), here) : [here]
  })
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
