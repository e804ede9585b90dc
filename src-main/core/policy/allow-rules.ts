import { AppError } from '#shared/error.ts'
import type { AllowRule } from '#shared/events/rule.ts'
import { compileGlob } from '#shared/glob.ts'
import { httpHostOf } from '../http-host.ts'
import { type Args, fileOf, filesOf } from '../tools/define.ts'
import { toolNamed } from '../tools/index.ts'
import { isMcpName } from '../tools/mcp-tool.ts'
import { findToolNames } from '../tools/tool-names.ts'

interface AskedCall {
  readonly name: string
  readonly args: Args
}

/** What makes a shell do more than run one program with these words. */
const SHELL_SYNTAX = /[;&|<>$`(){}\n\\*?[\]#!~'"]/

/** The rule that lets a call run; `undefined`: none does. */
export function findAllowing(call: AskedCall, rules: readonly AllowRule[]): AllowRule | undefined {
  return rules.find((rule) => isOf(rule, call.name) && matches(rule, call))
}

/** A rule may have been made when its tool had another name; of MCP's tools another name is another's. */
function isOf({ tool }: AllowRule, name: string): boolean {
  return tool === name || (!isMcpName(tool) && findToolNames(tool).includes(name))
}

function matches(
  { pattern }: { readonly pattern?: string | undefined },
  { name, args }: AskedCall,
): boolean {
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
  if (isOpen && words.slice(fixed.length).some(namesProgram)) return false
  return fixed.every((word, index) => word === words[index])
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

/** Stands in the place of a tool's name where a person is asked for money. */
export const RAISE_BUDGET = 'raise_budget'

/** Whether no rule can be made of a request: a question is another each time, and so is money. */
export function needsApprovalEachTime(name: string): boolean {
  return name === RAISE_BUDGET || toolNamed(name).isQuestion === true
}

/**
 * Patterns a person may want for a call, the narrowest first; without one it is every call of the tool
 * that runs and types nothing. Each lets the call itself run: what does not is not offered.
 */
export function suggestPatterns(call: AskedCall): readonly (string | undefined)[] {
  if (needsApprovalEachTime(call.name)) return []
  return likelyPatterns(call).filter((pattern) => pattern !== '' && matches({ pattern }, call))
}

function likelyPatterns({ name, args }: AskedCall): readonly (string | undefined)[] {
  const command = toolNamed(name).command?.(args)
  if (command !== undefined) return suggestForCommand(command.trim())
  // What is typed means something else to whatever reads it next time.
  if (toolNamed(name).typed?.(args)) return []
  const address = toolNamed(name).address?.(args)
  if (address !== undefined) return suggestForHost(httpHostOf(address))
  const path = fileOf(args)
  if (path === undefined) return [undefined]
  const folder = path.slice(0, path.lastIndexOf('/'))
  return [path, ...(folder ? [`${folder}/**`] : []), undefined]
}

function suggestForHost(host: string | undefined): readonly (string | undefined)[] {
  return host === undefined ? [undefined] : [host, undefined]
}

/** A program does many things: what it is asked to do is its second word. */
const NAMED_WORDS = 2

/** Programs that run whatever is behind their first words: a pattern of these would allow anything. */
const RUNS_ANYTHING =
  /^(?:sudo|doas|pkexec|env|command|builtin|exec|eval|source|\.|nohup|setsid|time|nice|ionice|chrt|taskset|g?timeout|stdbuf|unbuffer|busybox|toybox|strace|ltrace|unshare|nsenter|chroot|flock|fakeroot|dotenv|cross-env|systemd-run|runuser|setpriv|su|xargs|parallel|watch|script|find|fd|fdfind|ssh|(?:ba|z|da|k|fi|tc|c)?sh|pwsh|npx|pnpx|bunx|uvx|pipx|docker|podman|kubectl|tmux|screen|gdb|awk|gawk)$/u

function runsAnything(word: string): boolean {
  const name = word.slice(word.lastIndexOf('/') + 1)
  return RUNS_ANYTHING.test(name) || /(?:^|\/)\w+=/u.test(word)
}

/** Every command is too much to allow: what each can do is not alike. */
function suggestForCommand(command: string): readonly string[] {
  if (command === '') return []
  if (SHELL_SYNTAX.test(command)) return [command]
  const words = command.split(/\s+/)
  const named = words.slice(0, NAMED_WORDS)
  // Behind an option of an interpreter stands code.
  if (runsAnything(words[0] ?? '') || named[1]?.startsWith('-')) return [command]
  return [command, `${named.join(' ')} *`]
}
