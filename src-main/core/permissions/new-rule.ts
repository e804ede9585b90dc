import type { AllowRule } from '#shared/events/approval.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { compileGlob } from '#shared/lib/glob.ts'
import { findTool, toolNamed } from '../tools/catalogue/index.ts'
import { isMcpName } from '../tools/catalogue/mcp-tool.ts'
import { findToolNames } from '../tools/catalogue/tool-aliases.ts'
import { needsApprovalEachTime } from './allow-rules.ts'

type NewRule = Pick<AllowRule, 'tool' | 'pattern'>

/**
 * Returns the rule under the tool's own name. Throws `invalid-input` for a rule that would allow no
 * call: a person would take it for a permission.
 */
export function toNewRule({ tool, pattern }: NewRule): NewRule {
  const [name, another] = isMcpName(tool) ? [tool] : findToolNames(tool)
  if (name === undefined || another !== undefined) {
    const hint = 'For a tool of an MCP server, write mcp:SERVER/TOOL.'
    throw new AppError('invalid-input', `There is no tool named ${tool}. ${hint}`)
  }
  const problem = pattern === undefined ? findOpenProblem(name) : findPatternProblem(name, pattern)
  if (problem !== undefined) throw new AppError('invalid-input', problem)
  return { tool: name, ...(pattern !== undefined && { pattern }) }
}

function findOpenProblem(name: string): string | undefined {
  if (isMcpName(name)) return undefined
  if (needsApprovalEachTime(name)) return `Calls of ${name} can't be allowed in advance.`
  const { command, typed } = toolNamed(name)
  if (!command || typed) return undefined
  return `${name} runs commands. Give a pattern, such as "npm test" or "npm run *".`
}

function findPatternProblem(name: string, pattern: string): string | undefined {
  if (needsApprovalEachTime(name)) return `Calls of ${name} can't be allowed in advance.`
  const { command, address } = toolNamed(name)
  if (command) {
    const isOpen = pattern.trim().startsWith('*')
    return isOpen ? `A pattern for ${name} starts with the name of a program.` : undefined
  }
  if (address) return undefined
  return namesFiles(name) ? findPathProblem(pattern) : `Permissions for ${name} take no pattern.`
}

function namesFiles(name: string): boolean {
  const tool = isMcpName(name) ? undefined : findTool(name)
  if (!tool) return false
  return tool.files !== undefined || 'file_path' in tool.schema.shape || 'path' in tool.schema.shape
}

function findPathProblem(pattern: string): string | undefined {
  if (!pattern.startsWith('/')) {
    return 'A pattern for files is a path as agents see it, such as "/workspace/src/**".'
  }
  if (pattern.includes('\\')) return 'A pattern for files has no backslashes.'
  try {
    compileGlob(pattern, { matchesHidden: false })
    return undefined
  } catch (error) {
    if (AppError.is(error)) return error.message
    throw error
  }
}
