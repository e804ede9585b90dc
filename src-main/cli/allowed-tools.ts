import type { Client } from '#shared/contract/define.ts'
import type { HostContract } from '#shared/contract/index.ts'
import type { SessionId } from '#shared/ids.ts'
import { McpSelector, readSelector } from '#shared/mcp.ts'
import { wrongUsage } from './exit.ts'

/** Reads the values of `--allow-tool`. */
export function readAllowedTools(texts: readonly string[] = []): readonly McpSelector[] {
  const wrong = texts.find((text) => !McpSelector.safeParse(text).success)
  if (wrong === undefined) return texts
  throw wrongUsage(`--allow-tool takes mcp:SERVER or mcp:SERVER/TOOL, not "${wrong}".`)
}

/** Fails for a server that doesn't exist: a misspelt name would show only once a call is refused. */
export async function checkAllowedTools(
  client: Client<HostContract>,
  sessionId: SessionId,
  selectors: readonly McpSelector[],
): Promise<void> {
  if (selectors.length === 0) return
  const session = (await client['sessions.list']({})).find(({ id }) => id === sessionId)
  if (!session) return
  const { servers } = await client['mcp.list']({ projectId: session.projectId })
  const names = servers.map(({ name }) => name)
  const wrong = selectors.find((each) => !names.includes(readSelector(each)?.server ?? ''))
  if (wrong === undefined) return
  const known = names.length > 0 ? `Known servers: ${names.join(', ')}.` : 'There are none.'
  throw wrongUsage(`--allow-tool ${wrong} names no MCP server of this project. ${known}`)
}
