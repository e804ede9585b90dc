import type { StoredJson } from '#shared/events/value.ts'
import type { CallItem } from '#shared/projections/transcript-items.ts'
import { toArguments } from './parse-arguments.ts'

/** The command a call would run, where its arguments say it. */
export function commandOf(args: StoredJson): string | undefined {
  return argumentOf(args, 'command')
}

/** A question to the person has itself for a title. */
export function isQuestion({ args, title }: Pick<CallItem, 'args' | 'title'>): boolean {
  return argumentOf(args, 'question') === title
}

/** The answers that a question offers. */
export function optionsOf({ args }: Pick<CallItem, 'args'>): readonly string[] {
  const { options } = toArguments(args) ?? {}
  const isText = (one: unknown) => typeof one === 'string'
  return Array.isArray(options) ? [...new Set(options.filter(isText))] : []
}

function argumentOf(args: StoredJson, name: string): string | undefined {
  const value = toArguments(args)?.[name]
  return typeof value === 'string' ? value : undefined
}
