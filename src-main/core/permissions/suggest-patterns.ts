import type { AllowRule } from '#shared/events/approval.ts'
import { httpHostOf } from '../text/http-host.ts'
import { isKnown, toolNamed } from '../tools/catalogue/index.ts'
import { isMcpName } from '../tools/catalogue/mcp-tool.ts'
import { findToolNames } from '../tools/catalogue/tool-aliases.ts'
import { fileOf } from '../tools/definition/define-tool.ts'
import {
  findOpenPrefix,
  type MatchedCall,
  matchesCall,
  needsApprovalEachTime,
  splitCommand,
  trimCommand,
} from './allow-rules.ts'
import { HARMLESS_PROGRAMS } from './shell/harmless-programs.ts'

/**
 * Returns the patterns that a card offers for a call, the narrowest first; `undefined` stands for
 * every call of the tool that runs and types nothing. Each one matches the call itself. One that
 * matches more is offered only if no profile would ask about the rest.
 */
export function suggestPatterns(call: MatchedCall): readonly (string | undefined)[] {
  const { name: tool } = call
  if (needsApprovalEachTime(tool)) return []
  return findCandidates(call).filter(
    (pattern) => pattern !== '' && !isTooWide({ tool, pattern }) && matchesCall(pattern, call),
  )
}

/**
 * Whether a rule must be confirmed: a card of an earlier version may have offered it, and it allows
 * calls that no card offers to allow today.
 */
export function mustBeConfirmed(rule: AllowRule): boolean {
  return !rule.isConfirmed && isTooWide(rule)
}

interface Pattern {
  readonly tool: string
  readonly pattern?: string | undefined
}

/** A rule may have been made when its tool had another name. */
function isTooWide({ tool, pattern }: Pattern): boolean {
  const names = isMcpName(tool) ? [] : findToolNames(tool)
  if (names.length === 0) return pattern !== undefined
  return names.some((name) => isTooWideFor(name, pattern))
}

function isTooWideFor(name: string, pattern: string | undefined): boolean {
  const { command, address, isFinal = false } = toolNamed(name)
  if (pattern === undefined) return address !== undefined || isFinal
  if (command) return isOpenAndHarmful(pattern)
  return isFinal && WILDCARD.test(pattern)
}

const WILDCARD = /[*?[{!]/u

function isOpenAndHarmful(pattern: string): boolean {
  const prefix = findOpenPrefix(pattern)
  return prefix !== undefined && !HARMLESS_PROGRAMS.has(prefix[0] ?? '')
}

function findCandidates({ name, args }: MatchedCall): readonly (string | undefined)[] {
  const tool = toolNamed(name)
  const command = tool.command?.(args)
  if (command !== undefined) return findForCommand(trimCommand(command))
  // A terminal's next reader may take the same text for something else.
  if (tool.typed?.(args)) return []
  const address = tool.address?.(args)
  if (address !== undefined) return [httpHostOf(address)]
  // An argument that is named like a path says nothing about what an unknown tool does.
  const path = isKnown(name) ? fileOf(args) : undefined
  if (path === undefined) return [undefined]
  const folder = path.slice(0, path.lastIndexOf('/'))
  return [path, ...(folder ? [`${folder}/**`] : []), undefined]
}

function findForCommand(command: string): readonly string[] {
  const [program = ''] = splitCommand(command) ?? []
  return HARMLESS_PROGRAMS.has(program) ? [command, `${program} *`] : [command]
}
