import { z } from 'zod'

/** A server's own claim about a tool, from the tool's annotations. No decision depends on it. */
export const McpClaim = z.enum(['read-only', 'destructive', 'open-world', 'closed-world'])
export type McpClaim = z.infer<typeof McpClaim>

/** What a server claims about the tool of a call. */
export const ServerClaims = z.object({
  /** The server's name for people. */
  title: z.string().optional(),
  claims: z.array(McpClaim),
})
export type ServerClaims = z.infer<typeof ServerClaims>

const words: Readonly<Record<McpClaim, string>> = {
  'read-only': 'reads only',
  destructive: 'may delete or overwrite data',
  'open-world': 'reaches other systems',
  'closed-world': 'reaches no other systems',
}

export function formatClaim(claim: McpClaim): string {
  return words[claim]
}

/** Returns a sentence that attributes every claim to the server. */
export function formatServerClaims({ title, claims }: ServerClaims): string {
  const calls = title === undefined ? [] : [`calls this tool “${title}”`]
  const says = claims.length === 0 ? [] : [`says: ${claims.map(formatClaim).join(', ')}`]
  return `The server ${[...calls, ...says].join(' and ')}.`
}
