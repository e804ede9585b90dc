import { isMcpName, meansMcpTool } from '../tools/mcp-tool.ts'

/** A tool that an agent's definition gives it; with `under`, only for files below that folder; or only to read. */
export interface Grant {
  /** Of MCP's tools it may end with a star: `mcp__github__*`. */
  readonly name: string
  /** Begins and ends with a slash. */
  readonly under?: string
  /** Only for calls that change nothing. */
  readonly isReading?: true
  /** It takes that one of MCP's tools away, which agents have unless they are told otherwise. */
  readonly isTaken?: true
}

/** What stands in brackets behind a tool that is given for reading alone. */
export const READING = 'read'

/** As a definition may write it: `read_file`, `write_file(/docs/)`, or `git(read)`. */
export function formatGrant({ name, under, isReading, isTaken }: Grant): string {
  if (isTaken) return `not ${name}`
  const within = under ?? (isReading && READING)
  return within ? `${name}(${within})` : name
}

/**
 * What gives an agent a tool; `undefined`: its definition does not. The tools of MCP servers are given
 * to all, but where a definition names those it is to have, or takes some away.
 */
export function findGrant(grants: readonly Grant[], name: string): Grant | undefined {
  const given = grants.filter(({ isTaken }) => !isTaken)
  if (!isMcpName(name)) return given.find((grant) => grant.name === name)
  if (grants.some((grant) => grant.isTaken && isMeant(grant, name))) return undefined
  const named = given.filter((grant) => isMcpName(grant.name))
  if (named.length > 0) return named.find((grant) => isMeant(grant, name))
  // Who is given nothing is not given these either.
  return given.length === 0 ? undefined : { name }
}

function isMeant({ name: pattern }: Grant, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : meansMcpTool(pattern, name)
}

/**
 * Whether the files a call names are where the grant says. `places`: where those files really are,
 * where links were followed to find them.
 */
export function allowsPaths(
  { under }: Grant,
  files: readonly string[],
  places?: ReadonlyMap<string, string | undefined>,
): boolean {
  if (!under) return true
  const isBelow = (path: string) => path.startsWith(under) && !path.split('/').includes('..')
  if (files.length === 0 || !files.every(isBelow)) return false
  return [...(places?.values() ?? [])].every((place) => place?.startsWith(under) ?? true)
}
