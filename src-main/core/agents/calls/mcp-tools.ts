import { tool } from '@langchain/core/tools'
import { selectsTool } from '#shared/mcp.ts'
import type { ServerClaims } from '#shared/mcp-claims.ts'
import type { RunMcp } from '../../integrations/mcp/mcp-servers.ts'
import type { ToolAnswer } from '../../tools/answer.ts'
import type { ToolContext } from '../../tools/context.ts'
import { type Args, linesOf } from '../../tools/define.ts'
import { isMcpName } from '../../tools/mcp-tool.ts'
import type { RunContext } from '../run-context.ts'
import { answerCall } from './own-tools.ts'

/** One of MCP's tools as a graph takes it. */
type McpGraphTool = ReturnType<typeof toGraphTool>

/** What the MCP servers of a run offer at this moment: servers come and go while it is on. */
export function offerMcpTools(run: RunContext): readonly McpGraphTool[] {
  const offered = run.mcp?.tools() ?? []
  return offered.map(({ name, server, description, schema }) => {
    const from = `(A tool of the MCP server "${server}".)`
    return toGraphTool(run, name, { description: `${description} ${from}`.trim(), schema })
  })
}

/** What runs a call of one. Its server says what is wrong with the arguments. */
export function findMcpTool(run: RunContext, name: string): McpGraphTool | undefined {
  if (!isMcpName(name) || !run.mcp?.mayHave(name)) return undefined
  return toGraphTool(run, name, { description: name, schema: ANYTHING })
}

/** Names of the MCP tools that the run was allowed to call without asking. */
export function findAllowedMcp({ mcp, allowTools }: RunContext): readonly string[] {
  if (!mcp || allowTools.length === 0) return []
  const allowed = mcp.tools().filter((one) => allowTools.some((each) => selectsTool(each, one)))
  return allowed.map(({ name }) => name)
}

/** Returns what the server of an MCP tool claims about it, for a person who decides about a call. */
export function findServerClaims({ mcp }: RunContext, name: string): ServerClaims | undefined {
  const found = isMcpName(name) ? mcp?.tools().find((one) => one.name === name) : undefined
  if (!found || (found.claims.length === 0 && found.title === undefined)) return undefined
  return {
    claims: [...found.claims],
    ...(found.title !== undefined && { title: found.title }),
  }
}

const ANYTHING = { type: 'object', properties: {} }

interface Told {
  readonly description: string
  readonly schema: object
}

function toGraphTool(run: RunContext, name: string, told: Told) {
  return tool(
    async (args: Args) =>
      answerCall(run, name, (context) => call(run.mcp, name, { args, context })),
    { name, ...told },
  )
}

async function call(
  mcp: RunMcp | undefined,
  name: string,
  { args, context }: { readonly args: Args; readonly context: ToolContext },
): Promise<ToolAnswer> {
  const { signal, progress } = context
  const answered = await mcp?.call(name, args, { signal, onProgress: progress })
  const { text = '', media = [], isError } = answered ?? {}
  return {
    text,
    media,
    ...(media.length === 0 && { display: { type: 'text', lines: linesOf(text).length } }),
    ...(isError && { failure: text }),
  }
}
