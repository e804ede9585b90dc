import { isMcpName, meansMcpTool } from '../tools/catalogue/mcp-tool.ts'

/** An agent's access to a tool, as its definition gives or denies it. */
export interface ToolAccess {
  /** May end with a star for tools of MCP servers: `mcp__github__*`. */
  readonly name: string
  /** The only folder whose files calls may name; starts and ends with a slash. */
  readonly under?: string
  /** Only for calls that change nothing. */
  readonly isReading?: true
  /** Denies a tool of an MCP server. Agents have all of these unless their definition says otherwise. */
  readonly isDenied?: true
}

/** Written in brackets after a tool that an agent may only read with. */
export const READING = 'read'

/** Formats it as in a definition: `read_file`, `write_file(/docs/)`, or `git(read)`. */
export function formatToolAccess({ name, under, isReading, isDenied }: ToolAccess): string {
  if (isDenied) return `not ${name}`
  const within = under ?? (isReading && READING)
  return within ? `${name}(${within})` : name
}

/**
 * Returns an agent's access to a tool; `undefined` if its definition doesn't give it. Every agent has the
 * tools of MCP servers, unless its definition lists the ones that it has or denies some.
 */
export function findAccessTo(
  toolAccess: readonly ToolAccess[],
  name: string,
): ToolAccess | undefined {
  const given = toolAccess.filter(({ isDenied }) => !isDenied)
  if (!isMcpName(name)) return given.find((access) => access.name === name)
  if (toolAccess.some((access) => access.isDenied && isMeant(access, name))) return undefined
  const named = given.filter((access) => isMcpName(access.name))
  if (named.length > 0) return named.find((access) => isMeant(access, name))
  // An agent without any tool has none of these either.
  return given.length === 0 ? undefined : { name }
}

function isMeant({ name: pattern }: ToolAccess, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : meansMcpTool(pattern, name)
}

/**
 * Whether the access allows all files that a call names. `places` are the files' real paths, if links
 * were followed.
 */
export function allowsPaths(
  { under }: ToolAccess,
  files: readonly string[],
  places?: ReadonlyMap<string, string | undefined>,
): boolean {
  if (!under) return true
  const isBelow = (path: string) => path.startsWith(under) && !path.split('/').includes('..')
  if (files.length === 0 || !files.every(isBelow)) return false
  return [...(places?.values() ?? [])].every((place) => place?.startsWith(under) ?? true)
}
