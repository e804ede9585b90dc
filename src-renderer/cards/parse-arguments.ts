import { z } from 'zod'
import type { StoredJson } from '#shared/events/value.ts'
import { parseJson } from '#shared/lib/parse-json.ts'

const Arguments = z.record(z.string(), z.json())
export type CallArguments = z.infer<typeof Arguments>

interface Edited {
  readonly text: string
  readonly args: StoredJson
  /** The text is the command alone; the other arguments stay. */
  readonly isCommand: boolean
}

/** A call's arguments as a person changed them, or `undefined` where they make no object. */
export function parseArguments({ text, args, isCommand }: Edited): CallArguments | undefined {
  if (!isCommand) return readArguments(text)
  return { ...toArguments(args), command: text }
}

/** Arguments out of their JSON; `undefined` where it is no object. */
export function readArguments(json: string): CallArguments | undefined {
  return Arguments.safeParse(parseJson(json)).data
}

/** A call's arguments where they came with it; `undefined` where they are stored elsewhere. */
export function toArguments(args: StoredJson): CallArguments | undefined {
  return 'json' in args ? Arguments.safeParse(args.json).data : undefined
}
