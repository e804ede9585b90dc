import { formatToolAccess, READING, type ToolAccess } from '../../permissions/tool-access.ts'
import { splitList } from '../../project-files/split-list.ts'
import { tools as allTools, canRead, toolNamed } from '../../tools/catalogue/index.ts'
import { isMcpName } from '../../tools/catalogue/mcp-tool.ts'
import { findToolNames } from '../../tools/catalogue/tool-aliases.ts'

/** What a definition says of tools: a list, or names with commas between them. */
type WrittenTools = string | readonly string[] | null | undefined

/** What a definition says of its tools. */
interface ToolsAsked {
  /** Absent: all the lead has, but for delegating. */
  readonly tools: WrittenTools
  readonly disallowedTools: WrittenTools
  /** Whether its subagents may start others, if it names the tool for that. */
  readonly mayDelegate: boolean
}

/** What comes of it. */
interface ToolsGiven {
  /** Absent: all the lead has, but for delegating. */
  readonly toolAccess?: readonly ToolAccess[]
  /** What could not be given as it was asked, a sentence each. */
  readonly problems: readonly string[]
}

/** Works out which of our tools a definition gives. What is doubtful is not given, and that is said. */
export function giveTools({ tools, disallowedTools, mayDelegate }: ToolsAsked): ToolsGiven {
  const problems: string[] = []
  const asked = toRequestedAccess(tools, problems)
  const allowed = asked && (mayDelegate ? asked : withoutDelegating(asked, problems))
  const denied = deniedNames(disallowedTools, problems)
  const toolAccess = denied.size === 0 ? allowed : without(denied, allowed ?? everyTool())
  if (toolAccess?.every(({ isDenied }) => isDenied))
    problems.push('It is left with no tool at all.')
  return { ...(toolAccess && { toolAccess }), problems }
}

/** `undefined`: every tool. */
function toRequestedAccess(
  tools: WrittenTools,
  problems: string[],
): readonly ToolAccess[] | undefined {
  if (tools === undefined) return undefined
  const written = toList(tools)
  if (written.includes('*')) return undefined
  const toolAccess = written.flatMap((one) => toToolAccess(one, problems))
  return toolAccess.filter((access, index) => {
    const first = toolAccess.findIndex(({ name }) => name === access.name)
    const named = toolAccess[first]
    if (first < index && named && formatToolAccess(named) !== formatToolAccess(access)) {
      problems.push(`${formatToolAccess(access)} is left out: it names ${access.name} before that.`)
    }
    return first === index
  })
}

function toToolAccess(written: string, problems: string[]): readonly ToolAccess[] {
  const { name, within } = toParts(written)
  const names = findToolNames(name)
  if (names.length === 0) problems.push(`There is no tool "${name}" here: it goes without.`)
  if (within === undefined || within === '*') return names.map((one) => ({ name: one }))
  if (FOLDER.test(within) && names.every(worksOnFiles)) {
    return names.map((one) => ({ name: one, under: within }))
  }
  if (within === READING && names.every(canRead)) {
    return names.map((one) =>
      toolNamed(one).effectFor ? { name: one, isReading: true } : { name: one },
    )
  }
  if (names.length > 0) problems.push(`"${written}" is left out: ${LIMITS}`)
  return []
}

const LIMITS =
  'a tool for files can be limited to a /folder/, one that can also read to (read), and nothing else to anything.'

function worksOnFiles(name: string): boolean {
  const { effect, isDelegation, plan } = toolNamed(name)
  return effect !== 'execute' && !isDelegation && !plan
}

const FOLDER = /^\/(?:.*\/)?$/

/** `Bash(git diff:*)` is a name and what it is limited to. */
function toParts(written: string): { readonly name: string; readonly within?: string } {
  const match = /^(?<name>[^(]*)\((?<within>.*)\)$/s.exec(written)
  const { name = written, within } = match?.groups ?? {}
  return { name: name.trim(), ...(within !== undefined && { within: within.trim() }) }
}

function withoutDelegating(
  toolAccess: readonly ToolAccess[],
  problems: string[],
): readonly ToolAccess[] {
  const kept = toolAccess.filter(({ name }) => !toolNamed(name).isDelegation)
  if (kept.length < toolAccess.length) {
    problems.push(
      'It may not delegate: only built-in definitions and those in your home folder can.',
    )
  }
  return kept
}

/** What is taken away in part is taken away whole: that only narrows. */
function deniedNames(disallowed: WrittenTools, problems: string[]): ReadonlySet<string> {
  const names = toList(disallowed ?? []).flatMap((written) => {
    const { name } = toParts(written)
    if (name === '*') return allTools.map((tool) => tool.name)
    const found = findToolNames(name)
    if (found.length === 0) problems.push(`There is no tool "${name}" here to take away.`)
    return found
  })
  return new Set(names)
}

function without(
  names: ReadonlySet<string>,
  toolAccess: readonly ToolAccess[],
): readonly ToolAccess[] {
  const denied = [...names].filter(isMcpName).map((name): ToolAccess => ({ name, isDenied: true }))
  return [...toolAccess.filter(({ name }) => !names.has(name)), ...denied]
}

function everyTool(): readonly ToolAccess[] {
  return allTools.filter(({ isDelegation }) => !isDelegation).map(({ name }) => ({ name }))
}

/** A comma inside brackets belongs to the name. */
function toList(written: Exclude<WrittenTools, undefined>): readonly string[] {
  const isSeparator = (character: string) => character === ',' || character === '\n'
  const list =
    typeof written === 'string'
      ? splitList(written, { open: '(', close: ')', isSeparator })
      : written
  return (list ?? []).map((one) => one.trim()).filter(Boolean)
}
