import { z } from 'zod'
import { defineEvent } from './define.ts'

/** Why a run can't call the tools of an MCP server that its project or the person names. */
export const MissingServer = z.object({
  /** Of the server, or of the file if that can't be read. */
  name: z.string(),
  why: z.enum(['untrusted', 'failed', 'sign-in', 'connecting', 'malformed']),
  /** What the failure was, as a sentence. */
  error: z.string().optional(),
})
export type MissingServer = z.infer<typeof MissingServer>

/** Recorded at most once in a run, before its first model call. A server may connect later. */
export const mcpMissing = defineEvent(
  'mcp.missing',
  z.object({ servers: z.array(MissingServer).min(1) }),
)
