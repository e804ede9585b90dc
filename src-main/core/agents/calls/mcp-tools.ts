import { tool } from '@langchain/core/tools'
import type { ServerClaims } from '#shared/mcp/mcp-claims.ts'
import { selectsTool } from '#shared/mcp/mcp-entry.ts'
import type { RunMcp } from '../../integrations/mcp/mcp-servers.ts'
import {
  type CurrentRules,
  describeDefinition,
  findCurrentRules,
} from '../../permissions/tool-definitions.ts'
import type { DefinitionText } from '../../store/tables/rules.ts'
import type { ToolAnswer } from '../../tools/answers/tool-answer.ts'
import { isMcpName } from '../../tools/catalogue/mcp-tool.ts'
import type { ToolContext } from '../../tools/context/tool-context.ts'
import { type Args, linesOf } from '../../tools/definition/define-tool.ts'
import type { RunIdentity } from '../context/run-identity.ts'
import type { RunServices } from '../context/run-services.ts'
import { answerCall, type OwnToolContext } from './own-tools.ts'

/** One of MCP's tools as a graph takes it. */
type McpGraphTool = ReturnType<typeof toGraphTool>

/** What the MCP servers of a run offer at this moment: servers come and go while it is on. */
export function offerMcpTools(run: OwnToolContext): readonly McpGraphTool[] {
  const offered = run.mcp?.tools() ?? []
  return offered.map(({ name, server, description, schema }) => {
    const from = `(A tool of the MCP server "${server}".)`
    return toGraphTool(run, name, { description: `${description} ${from}`.trim(), schema })
  })
}

/** What runs a call of one. Its server says what is wrong with the arguments. */
export function findMcpTool(run: OwnToolContext, name: string): McpGraphTool | undefined {
  if (!isMcpName(name) || !run.mcp?.mayHave(name)) return undefined
  return toGraphTool(run, name, { description: name, schema: ANYTHING })
}

/** Names of the MCP tools that the run was allowed to call without asking. */
export function findAllowedMcp({
  mcp,
  allowTools,
}: Pick<RunServices, 'mcp'> & Pick<RunIdentity, 'allowTools'>): readonly string[] {
  if (!mcp || allowTools.length === 0) return []
  const allowed = mcp.tools().filter((one) => allowTools.some((each) => selectsTool(each, one)))
  return allowed.map(({ name }) => name)
}

/** Returns what the server of an MCP tool claims about it, for a person who decides about a call. */
export function findServerClaims(
  { mcp }: Pick<RunServices, 'mcp'>,
  name: string,
): ServerClaims | undefined {
  const found = isMcpName(name) ? mcp?.tools().find((one) => one.name === name) : undefined
  if (!found || (found.claims.length === 0 && found.title === undefined)) return undefined
  return {
    claims: [...found.claims],
    ...(found.title !== undefined && { title: found.title }),
  }
}

/** Returns an MCP tool as its server describes it now; `undefined`: it isn't connected. */
export function findToolDefinition(
  { mcp }: Pick<RunServices, 'mcp'>,
  name: string,
): DefinitionText | undefined {
  const found = isMcpName(name) ? mcp?.tools().find((one) => one.name === name) : undefined
  return found && describeDefinition(found.definition)
}

/**
 * Returns the rules that may allow a call. For an MCP tool, those that cover it as it is now. A session's rule that was
 * made before the tool was seen covers it from now on.
 */
export async function findRules(
  run: Pick<RunServices, 'store' | 'mcp' | 'allowing'>,
  name: string,
): Promise<CurrentRules> {
  const allowing = run.allowing()
  if (!isMcpName(name)) return { allowing }
  const { rules } = run.store
  const current = findToolDefinition(run, name)
  const unseen = allowing.filter(
    ({ tool, ruleId }) => tool === name && !rules.findDefinition(ruleId),
  )
  if (current && unseen.length > 0) {
    await rules.setDefinition(
      unseen.map(({ ruleId }) => ruleId),
      current,
    )
  }
  return findCurrentRules(allowing, name, current, ({ ruleId }) => rules.findDefinition(ruleId))
}

const ANYTHING = { type: 'object', properties: {} }

function toGraphTool(
  run: OwnToolContext,
  name: string,
  told: { readonly description: string; readonly schema: object },
) {
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
