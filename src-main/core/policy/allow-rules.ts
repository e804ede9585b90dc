import { posix } from 'node:path'
import type { AllowRule } from '#shared/events/rule.ts'
import { type Args, fileOf } from '../tools/define.ts'
import { toolNamed } from '../tools/index.ts'

interface AskedCall {
  readonly name: string
  readonly args: Args
}

/** What makes a shell do more than run one program with these words. */
const SHELL_SYNTAX = /[;&|<>$`(){}\n\\*?[\]#!~'"]/

/** The rule that lets a call run; `undefined`: none does. */
export function findAllowing(call: AskedCall, rules: readonly AllowRule[]): AllowRule | undefined {
  return rules.find((rule) => rule.tool === call.name && matches(rule, call.args))
}

function matches({ pattern }: AllowRule, args: Args): boolean {
  if (pattern === undefined) return true
  const { command } = args
  if (typeof command === 'string') return matchesCommand(pattern, command)
  const path = fileOf(args)
  if (path === undefined || path.split('/').includes('..')) return false
  // Hidden files are not meant by `*`.
  return path === pattern || posix.matchesGlob(path, pattern)
}

/** A command is matched whole, or word by word where it is one program and nothing else. */
function matchesCommand(pattern: string, command: string): boolean {
  const asked = command.trim()
  if (asked === pattern) return true
  if (SHELL_SYNTAX.test(asked)) return false
  const words = asked.split(/\s+/)
  const wanted = pattern.split(/\s+/)
  const isOpen = wanted.at(-1) === '*'
  const fixed = isOpen ? wanted.slice(0, -1) : wanted
  if (fixed.length === 0 || (!isOpen && words.length !== fixed.length)) return false
  return fixed.every((word, index) => word === words[index])
}

/** Whether no rule can be made of a request: a question is another each time, and so is money. */
export function isAskedEachTime(name: string): boolean {
  return name === 'raise_budget' || toolNamed(name).isQuestion === true
}

/** Patterns a person may want for a call, the narrowest first; the last is every call of the tool. */
export function suggestPatterns({ name, args }: AskedCall): readonly (string | undefined)[] {
  if (isAskedEachTime(name)) return []
  const { command } = args
  if (typeof command === 'string') return suggestForCommand(command.trim())
  const path = fileOf(args)
  if (path === undefined) return [undefined]
  const folder = path.slice(0, path.lastIndexOf('/'))
  return [path, ...(folder ? [`${folder}/**`] : []), undefined]
}

/** A program does many things: what it is asked to do is its second word. */
const NAMED_WORDS = 2

/** Every command is too much to allow: what each can do is not alike. */
function suggestForCommand(command: string): readonly string[] {
  if (SHELL_SYNTAX.test(command)) return [command]
  const words = command.split(/\s+/)
  const named = words.slice(0, NAMED_WORDS)
  const isNamed = words.length > NAMED_WORDS || named.every((word) => !word.startsWith('-'))
  return isNamed ? [command, `${named.join(' ')} *`] : [command]
}
