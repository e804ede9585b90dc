import type { z } from 'zod'

type Issue = z.core.$ZodRawIssue

/**
 * What is wrong with a value, as a sentence about it, where its schema has none of its own. For the
 * `error` of a parse whose outcome people read.
 */
export function tellIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return tellType(issue.expected, issue.input)
    case 'too_small':
      return `It must ${tellLeast(issue.origin, Number(issue.minimum), issue.inclusive !== false)}.`
    case 'too_big':
      return `It must ${tellMost(issue.origin, Number(issue.maximum), issue.inclusive !== false)}.`
    case 'invalid_value':
      return `It must be ${listed(issue.values.map(String))}.`
    case 'unrecognized_keys':
      return `It can't have ${listed(issue.keys)}.`
    case 'invalid_format':
      return issue.format === 'url' ? 'It is not an address.' : 'It is not written as it must be.'
    case 'invalid_key':
      return 'It names something that can’t be named there.'
    default:
      return 'It is nothing that can stand there.'
  }
}

/** Formats an issue of a failed parse: the field that it is about, unless it is the whole value, and its message. */
export function formatIssue({ path, message }: z.core.$ZodIssue): string {
  return path.length === 0 ? message : `${path.join('.')}: ${message}`
}

const types: Readonly<Record<string, string>> = {
  number: 'a number',
  int: 'a whole number',
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

function tellType(expected: string, input: unknown): string {
  const must = `It must be ${types[expected] ?? expected}.`
  return input === undefined ? `It is missing. ${must}` : must
}

function tellLeast(origin: string, least: number, isInclusive: boolean): string {
  const unit = unitOf(origin, least)
  if (unit === undefined) return isInclusive ? `be at least ${least}` : `be above ${least}`
  return least === 1 ? 'not be empty' : `have at least ${least} ${unit}`
}

function tellMost(origin: string, most: number, isInclusive: boolean): string {
  const unit = unitOf(origin, most)
  if (unit === undefined) return isInclusive ? `be at most ${most}` : `be below ${most}`
  return `have at most ${most} ${unit}`
}

/** What of it is counted; `undefined`: it is a number itself. */
function unitOf(origin: string, count: number): string | undefined {
  if (origin === 'string') return count === 1 ? 'character' : 'characters'
  if (origin === 'array' || origin === 'set') return count === 1 ? 'entry' : 'entries'
  return undefined
}

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`
}
