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
  const taken = new Set<string>()
  const all = servers.flatMap(({ name, key, tools }) =>
    tools.slice(0, MAX_TOOLS).map((one) => ({ server: name, key, one })),
  )
  return all.slice(0, MAX_TOOLS).map(({ server, key, one }): McpTool => {
    const name = freeName(key, one.name, taken)
    taken.add(name)
    const { claims, title } = one
    const titled = title !== undefined && { title }
    return { name, server, tool: one.name, claims, ...titled, ...told(one) }
  })
}

/** What sets it apart belongs to the tool: the name begins with its server's in any case. */
function freeName(key: string, tool: string, taken: ReadonlySet<string>): string {
  let free = toMcpName(key, tool)
  for (let count = 2; taken.has(free); count += 1) free = toMcpName(key, tool, `_${count}`)
  return free
}

function told({ description, schema }: ListedTool): Pick<McpTool, 'description' | 'schema'> {
  const said = description.trim()
  const short =
    said.length > DESCRIPTION_CHARS ? `${said.slice(0, DESCRIPTION_CHARS)}… (cut)` : said
  if (JSON.stringify(schema).length <= SCHEMA_CHARS) return { description: short, schema }
  const lost = 'What arguments it takes is too long to be told here.'
  return { description: `${short} ${lost}`.trim(), schema: { type: 'object' } }
}
