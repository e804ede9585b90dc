import type { AllowRule } from '#shared/events/approval.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { compileGlob } from '#shared/lib/glob.ts'
import { httpHostOf } from '../text/http-host.ts'
import { toolNamed } from '../tools/catalogue/index.ts'
import { isMcpName } from '../tools/catalogue/mcp-tool.ts'
import { findToolNames } from '../tools/catalogue/tool-aliases.ts'
import { type Args, filesOf } from '../tools/definition/define-tool.ts'

/** A tool call as permissions match it. */
export interface MatchedCall {
  readonly name: string
  readonly args: Args
}

/** What makes a shell do more than run one program with these words. */
const SHELL_SYNTAX = /[;&|<>$`(){}\n\\*?[\]#!~'"]/

/** Returns the first rule that allows a call. */
export function findAllowing(
  call: MatchedCall,
  rules: readonly AllowRule[],
): AllowRule | undefined {
  return rules.find((rule) => allowsCall(rule, call))
}

/** Whether a rule is for the call's tool and matches its arguments. */
export function allowsCall(rule: AllowRule, call: MatchedCall): boolean {
  return isOf(rule, call.name) && matchesCall(rule.pattern, call)
}

/** A rule may have been made when its tool had another name; of MCP's tools another name is another's. */
function isOf({ tool }: AllowRule, name: string): boolean {
  return tool === name || (!isMcpName(tool) && findToolNames(tool).includes(name))
}

/** Whether a pattern matches a call of its tool; without one, every call that runs and types nothing. */
export function matchesCall(pattern: string | undefined, { name, args }: MatchedCall): boolean {
  // A call may carry a command that its tool never looks at.
  const command = toolNamed(name).command?.(args)
  // What a shell runs, and what is typed, can be anything: every call of a tool is none with those.
  if (pattern === undefined) return command === undefined && !toolNamed(name).typed?.(args)
  if (command !== undefined) return matchesCommand(pattern, command)
  const address = toolNamed(name).address?.(args)
  if (address !== undefined) return matchesHost(pattern, httpHostOf(address))
  const paths = filesOf(toolNamed(name), args)
  return paths.length > 0 && paths.every((path) => matchesPath(pattern, path))
}

/** A host is matched whole, or with all that lies below it: `*.example.com`. */
function matchesHost(pattern: string, host: string | undefined): boolean {
  if (host === undefined) return false
  return host === pattern || (pattern.startsWith('*.') && host.endsWith(pattern.slice(1)))
}

function matchesPath(pattern: string, path: string): boolean {
  if (path.split('/').includes('..')) return false
  return path === pattern || matchesGlob(path, pattern)
}

/** Wildcards don't match hidden files. A pattern that is no glob matches nothing. */
function matchesGlob(path: string, pattern: string): boolean {
  if (pattern.includes('\\')) return false
  try {
    return compileGlob(pattern, { matchesHidden: false })(path)
  } catch (error) {
    if (AppError.is(error)) return false
    throw error
  }
}

/** A pattern matches the same text, or the same words of a command without any other syntax. */
function matchesCommand(pattern: string, command: string): boolean {
  const text = trimCommand(command)
  if (text === pattern) return true
  const words = splitCommand(text)
  if (!words) return false
  const prefix = findOpenPrefix(pattern)
  if (prefix && words.slice(prefix.length).some(namesProgram)) return false
  const fixed = prefix ?? splitWords(pattern)
  if (fixed.length === 0 || (!prefix && words.length !== fixed.length)) return false
  return fixed.every((word, index) => word === words[index])
}

/** Returns the words of a command that runs one program; `undefined` if it has any other syntax. */
export function splitCommand(command: string): readonly string[] | undefined {
  return SHELL_SYNTAX.test(command) ? undefined : splitWords(command)
}

/** Returns the words before the star of a pattern that any further words match. */
export function findOpenPrefix(pattern: string): readonly string[] | undefined {
  const words = splitWords(pattern)
  return words.at(-1) === '*' ? words.slice(0, -1) : undefined
}

/** Removes what a shell ignores around a command, and nothing else: a shell keeps other blanks. */
export function trimCommand(command: string): string {
  return command.replace(/^[ \t\n]+/u, '').replace(/(?<![ \t\n])[ \t\n]+$/u, '')
}

/** Splits where a shell does: other blanks are part of a word. */
function splitWords(text: string): readonly string[] {
  return text.split(/[ \t]+/u)
}

/** Options by which git, find, tar, rsync, node and others run a program that a pattern doesn't name. */
const PROGRAM_OPTIONS: readonly RegExp[] = [
  /^--(?:ext-diff|textconv|extcmd|op[a-z-]*|up[a-z-]*|receive-pack|config-env|pager|editor)$/u,
  /^--?(?:exec|execdir|exec-path|exec-batch|ok|okdir|pre|rsh|to-command|checkpoint-action)$/u,
  /^--(?:use-compress-program|compress-program|require|import|loader|experimental-loader)$/u,
  /^--(?:script-shell|node-options)$/u,
]

function namesProgram(word: string): boolean {
  const [name = ''] = word.split('=', 1)
  return PROGRAM_OPTIONS.some((option) => option.test(name))
}

/** The name of requests for a higher budget, in place of a tool's. */
export const RAISE_BUDGET = 'raise_budget'

/** Whether a person decides each request anew: questions and budgets. */
export function needsApprovalEachTime(name: string): boolean {
  return name === RAISE_BUDGET || toolNamed(name).isQuestion === true
}
