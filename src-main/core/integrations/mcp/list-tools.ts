import { takeStart } from '#shared/lib/cut-text.ts'
import type { McpClaim } from '#shared/mcp-claims.ts'
import { toMcpName } from '../../tools/mcp-tool.ts'
import type { ListedTool } from './read-tools.ts'

/** One of a server's tools as agents have it. */
export interface McpTool {
  /** `mcp__server__tool`, and no other tool's. */
  readonly name: string
  /** What a person calls its server. */
  readonly server: string
  /** What its server calls it. */
  readonly tool: string
  readonly description: string
  readonly schema: object
  readonly claims: readonly McpClaim[]
  /** The server's name for people. */
  readonly title?: string
}

export interface ServerTools {
  readonly name: string
  readonly key: string
  /** No name twice. */
  readonly tools: readonly ListedTool[]
}

/** What servers say of themselves is told with every request, and some providers take 128 tools in all. */
export const MAX_TOOLS = 80
const DESCRIPTION_CHARS = 1500
const SCHEMA_CHARS = 16_000

/** The tools of all servers, as many as are told, each under a name of its own and in bounds. */
export function nameTools(servers: readonly ServerTools[]): readonly McpTool[] {
  const all = servers.flatMap(({ name, key, tools }) =>
    tools.slice(0, MAX_TOOLS).map((one) => ({ server: name, key, one })),
  )
  return all.slice(0, MAX_TOOLS).map(({ server, key, one }): McpTool => {
    const { name: tool, claims, title } = one
    const titled = title !== undefined && { title }
    return { name: toMcpName(key, tool), server, tool, claims, ...titled, ...told(one) }
  })
}

function told({ description, schema }: ListedTool): Pick<McpTool, 'description' | 'schema'> {
  const said = description.trim()
  const short =
    said.length > DESCRIPTION_CHARS ? `${takeStart(said, DESCRIPTION_CHARS)}… (cut)` : said
  if (JSON.stringify(schema).length <= SCHEMA_CHARS) return { description: short, schema }
  const lost = 'What arguments it takes is too long to be told here.'
  return { description: `${short} ${lost}`.trim(), schema: { type: 'object' } }
}
