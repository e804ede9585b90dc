import { z } from 'zod'

const Texts = z.record(z.string(), z.string())

/** What is read of the time a call may take, in milliseconds. */
const MAX_TIMEOUT_MS = 24 * 60 * 60 * 1000

/**
 * An MCP server as `.mcp.json` names one, of whatever program: a command of this machine, an address,
 * or the gateway of Docker. What else is written there is not ours to judge.
 */
export const McpEntry = z
  .object({
    /** Goes without saying but for `sse` and `docker`. */
    type: z.enum(['stdio', 'http', 'streamable-http', 'sse', 'docker']).optional(),
    command: z.string().trim().min(1, 'Name the program to start.').optional(),
    args: z.array(z.string()).default([]),
    /** What the program is given besides; `${NAME}` stands for what the environment has. */
    env: Texts.default({}),
    cwd: z.string().optional(),
    url: z
      .string()
      .trim()
      .regex(/^(?:https?:\/\/|\$\{)/, 'Give an http address.')
      .optional(),
    headers: Texts.default({}),
    /** How long a call may go on without a sign of life, in milliseconds. */
    timeout: z.number().positive().max(MAX_TIMEOUT_MS).optional(),
    /** Kept, and not started. */
    disabled: z.boolean().optional(),
  })
  .superRefine((entry, context) => {
    const message = whatIsMissing(entry)
    if (message) context.addIssue({ code: 'custom', message })
  })
export type McpEntry = z.infer<typeof McpEntry>

function whatIsMissing({ type, command, url }: Partial<McpEntry>): string | undefined {
  if (type === 'docker') return undefined
  if (type === 'stdio' && command === undefined) return 'Name the program to start.'
  if (type !== undefined && type !== 'stdio' && url === undefined) return 'Give its address.'
  if (command === undefined && url === undefined) return 'Name a program to start, or an address.'
  return undefined
}

const SELECTOR = 'mcp:'

/** Names a tool of an MCP server, or all of its tools: `mcp:SERVER/TOOL` or `mcp:SERVER`. */
export const McpSelector = z
  .string()
  .refine((text) => readSelector(text) !== undefined, 'Write mcp:SERVER or mcp:SERVER/TOOL.')
export type McpSelector = z.infer<typeof McpSelector>

interface SelectedTools {
  readonly server: string
  /** Absent: all of its tools. */
  readonly tool?: string
}

/** Returns `undefined` for text that isn't a selector. A server's name ends at the first slash. */
export function readSelector(text: string): SelectedTools | undefined {
  if (!text.startsWith(SELECTOR)) return undefined
  const [server = '', ...rest] = text.slice(SELECTOR.length).split('/')
  const tool = rest.join('/')
  if (server === '' || (rest.length > 0 && tool === '')) return undefined
  return rest.length === 0 ? { server } : { server, tool }
}

/** Whether a selector names this tool, by the names that its server and a person use. */
export function selectsTool(
  selector: McpSelector,
  { server, tool }: { readonly server: string; readonly tool: string },
): boolean {
  const selected = readSelector(selector)
  return selected?.server === server && (selected.tool ?? tool) === tool
}

/** How a server is spoken to. */
type McpTransport = 'stdio' | 'http' | 'sse' | 'docker'

export function transportOf({ type, command }: McpEntry): McpTransport {
  if (type === 'streamable-http') return 'http'
  return type ?? (command === undefined ? 'http' : 'stdio')
}

/** What a person calls a server of their own; its tools are called by it as well. */
export const McpName = z
  .string()
  .trim()
  .regex(/^[\w][\w .-]{0,39}$/, 'Name it in letters, digits, dashes and dots, 40 at most.')

/** By what a person calls them. */
export const McpSettings = z.object({ servers: z.record(McpName, McpEntry).default({}) })
export type McpSettings = z.infer<typeof McpSettings>

/** `${NAME}`, `${NAME:-instead}`, `${env:NAME}`, `${workspaceFolder}`, and `${secret:NAME}` of a person's own. */
export const REFERENCE =
  /\$\{(?:(?<kind>env|secret):)?(?<name>[\w.-]+?)(?::-(?<instead>(?:[^}$]|\$(?!\{))*))?\}/g

/** Names of the secrets that an entry refers to: what stands behind them is kept with the keys. */
export function secretsIn(entry: McpEntry): readonly string[] {
  return namesIn(entry, (kind) => kind === 'secret')
}

/** Names of the variables that an entry takes from the environment. */
export function variablesIn(entry: McpEntry): readonly string[] {
  return namesIn(entry, (kind, name) => kind !== 'secret' && name !== 'workspaceFolder')
}

function namesIn(
  { command = '', args, env, cwd = '', url = '', headers }: McpEntry,
  isMeant: (kind: string | undefined, name: string) => boolean,
): readonly string[] {
  const texts = [command, cwd, url, ...args, ...Object.values(env), ...Object.values(headers)]
  const found = texts.flatMap((text) => [...text.matchAll(REFERENCE)])
  const names = found.flatMap(({ groups }) => {
    const name = groups?.['name'] ?? ''
    return isMeant(groups?.['kind'], name) ? [name] : []
  })
  return [...new Set(names)]
}
