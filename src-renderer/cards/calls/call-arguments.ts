import type { z } from 'zod'
import type { StoredJson } from '#shared/events/value.ts'
import { JsonObject } from '#shared/json/marked-json.ts'
import { parseJson } from '#shared/lib/json.ts'
import { useStoredJson } from '../../session/session-queries.ts'

/** The command a call would run, where its arguments say it. */
export function commandOf(args: StoredJson): string | undefined {
  const command = toArguments(args)?.['command']
  return typeof command === 'string' ? command : undefined
}

/** The text of a question, whole. */
export function questionOf({ question }: CallArguments): string | undefined {
  return typeof question === 'string' ? question : undefined
}

/** The answers that a question offers, each once. */
export function optionsOf({ options }: CallArguments): readonly string[] {
  if (!Array.isArray(options)) return []
  const texts = options.filter((one) => typeof one === 'string').filter((one) => one.trim() !== '')
  return [...new Set(texts)]
}

export type CallArguments = z.infer<typeof JsonObject>

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
  return JsonObject.safeParse(parseJson(json)).data
}

/** A call's arguments where they came with it; `undefined` where they are stored elsewhere. */
export function toArguments(args: StoredJson): CallArguments | undefined {
  return 'json' in args ? JsonObject.safeParse(args.json).data : undefined
}

/** Returns a call's arguments; `undefined` while they are fetched, or where they are no object. */
export function useArguments(stored: StoredJson): CallArguments | undefined {
  const { text, isPartial } = useStoredJson(stored)
  return toArguments(stored) ?? (isPartial ? undefined : readArguments(text))
}
