import { z } from 'zod'
import { ProjectId } from '../../lib/ids.ts'
import { McpClaim } from '../../mcp/mcp-claims.ts'
import { McpEntry, McpName } from '../../mcp/mcp-entry.ts'
import { call } from './define.ts'

export const McpToolDescription = z.object({
  /** What agents and rules call it: `mcp__server__tool`. */
  name: z.string(),
  /** What its server calls it. */
  tool: z.string(),
  description: z.string(),
  claims: z.array(McpClaim),
})
export type McpToolDescription = z.infer<typeof McpToolDescription>

/** A tool that a server lists and agents don't have. */
export const LeftOutTool = z.object({
  /** As its server names it; absent: the fault is the list's. */
  tool: z.string().optional(),
  reason: z.string(),
})
export type LeftOutTool = z.infer<typeof LeftOutTool>

/**
 * `off`: it is switched off; `untrusted`: a file of the project names it, and nobody has trusted that;
 * `idle`: nobody has needed it yet; `sign-in`: it wants to know who a person is.
 */
const McpState = z.enum(['off', 'untrusted', 'idle', 'connecting', 'ready', 'failed', 'sign-in'])

export const McpServer = z.object({
  name: z.string(),
  /** Who named it: the person for every project, or a file of this one. */
  source: z.enum(['own', 'project']),
  /** The project's file that names it. */
  file: z.string().optional(),
  transport: z.enum(['stdio', 'http', 'sse', 'docker']),
  /** The command line, or the address. */
  words: z.string(),
  state: McpState,
  /** When that began, in ms since the epoch. */
  since: z.number(),
  /** Why it is not there, as a sentence. */
  error: z.string().optional(),
  /** When it is tried again by itself. */
  retryAt: z.number().optional(),
  /** What its trust is given to; absent: it needs none. */
  hash: z.string().optional(),
  /** Whether tokens of a sign-in are kept for it. */
  isSignedIn: z.boolean(),
  /** What it says it is. */
  version: z.string().optional(),
  tools: z.array(McpToolDescription),
  /** Tools that break the protocol, with the reason. */
  leftOut: z.array(LeftOutTool),
  /** As a person wrote it, where it is their own. */
  entry: McpEntry.optional(),
})
export type McpServer = z.infer<typeof McpServer>

export const McpList = z.object({
  /** By name. */
  servers: z.array(McpServer),
  /** What is named and can't be had, with what is wrong. */
  malformed: z.array(z.object({ file: z.string(), error: z.string() })),
})
export type McpList = z.infer<typeof McpList>

/** One of a project's, or one that the person has everywhere. */
const Which = z.object({ projectId: ProjectId.optional(), name: z.string() })

export const mcp = {
  /**
   * The servers of a project, or those the person has everywhere; what may be is started for it.
   * `isSettled`: it answers once none is being connected to any more.
   */
  'mcp.list': call(
    z.object({ projectId: ProjectId.optional(), isSettled: z.boolean().optional() }),
    McpList,
  ),
  /** The name that agents and permissions have for a tool, also before its server has listed it. */
  'mcp.toolName': call(
    z.object({ projectId: ProjectId, server: z.string(), tool: z.string() }),
    z.object({ name: z.string() }),
  ),
  /** Ends a server and starts it anew, also where it would be left alone for a while. */
  'mcp.restart': call(Which, z.object({})),
  /** Begins a sign-in: the person goes on at `url`, in a browser of the host's machine. */
  'mcp.authorise': call(Which, z.object({ url: z.string() })),
  /** Forgets what a sign-in has brought. */
  'mcp.signOut': call(Which, z.object({})),
  /**
   * Keeps a server for every project. `secrets`: what stands behind each `${secret:NAME}`; those that
   * are not given stay as they are. No answer ever holds one.
   */
  'mcp.save': call(
    z.object({
      name: McpName,
      entry: McpEntry,
      secrets: z.record(z.string(), z.string().min(1)).optional(),
    }),
    z.object({}),
  ),
  /** Forgets one of the person's own, with its secrets. */
  'mcp.remove': call(z.object({ name: z.string() }), z.object({})),
} as const
