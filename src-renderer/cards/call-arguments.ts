import type { StoredJson } from '#shared/events/value.ts'
import { type CallArguments, toArguments } from './parse-arguments.ts'

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
