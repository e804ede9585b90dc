import { isRecord } from '#shared/lib/json.ts'
import { takeStart } from '#shared/lib/truncate-text.ts'
import type { McpClaim } from '#shared/mcp/mcp-claims.ts'
import type { ToolDefinition } from '../../../permissions/tool-definitions.ts'
import { toMcpName } from '../../../tools/catalogue/mcp-tool.ts'
import { toModelSchema } from './model-schema.ts'

/** A tool as its server lists it, with a schema that models take. */
interface ListedTool {
  readonly name: string
  readonly description: string
  readonly schema: object
  /** The server's name for people. */
  readonly title?: string
  /** From its annotations: shown to people, never trusted. */
  readonly claims: readonly McpClaim[]
  /** As the server sent it. */
  readonly definition: ToolDefinition
}

/** A tool that agents don't have, and why; without a tool's name, a fault of the list itself. */
interface LeftOutTool {
  readonly tool?: string
  readonly reason: string
}

export interface ToolListing {
  /** No name twice. */
  readonly tools: readonly ListedTool[]
  readonly leftOut: readonly LeftOutTool[]
}

type Page = Readonly<Record<string, unknown>>
type AskForPage = (cursor: string | undefined) => Promise<Page>

const MAX_PAGES = 50
const MAX_LISTED = 2000
const MAX_LEFT_OUT = 50
const NAME_CHARS = 80

/**
 * Reads every page of a server's tools. A tool that can't be used is left out, never the rest. Fails
 * only if the first page fails.
 */
export async function readToolPages(ask: AskForPage): Promise<ToolListing> {
  const { pages, fault } = await readPages(ask)
  const items = pages.flatMap(({ tools }) => (Array.isArray(tools) ? tools : []))
  const faults = [
    ...(pages.every(({ tools }) => Array.isArray(tools)) ? [] : [NO_ARRAY]),
    ...(fault === undefined ? [] : [fault]),
    ...(items.length > MAX_LISTED ? [`Only the first ${MAX_LISTED} tools were read.`] : []),
  ]
  const { tools, leftOut } = sortOut(items.slice(0, MAX_LISTED))
  return {
    tools,
    leftOut: [...faults.map((reason) => ({ reason })), ...leftOut].slice(0, MAX_LEFT_OUT),
  }
}

const NO_ARRAY = 'The server answered without an array of tools.'

async function readPages(
  ask: AskForPage,
): Promise<{ readonly pages: readonly Page[]; readonly fault?: string }> {
  const pages = [await ask(undefined)]
  const cursors = new Set<string>()
  for (;;) {
    const next = pages.at(-1)?.['nextCursor'] ?? ''
    if (next === '') return { pages }
    const read = `The list was read up to page ${pages.length}:`
    if (typeof next !== 'string') return { pages, fault: `${read} its cursor isn’t a string.` }
    if (cursors.has(next)) return { pages, fault: `${read} the server repeats a cursor.` }
    if (pages.length === MAX_PAGES) return { pages, fault: `${read} it has too many pages.` }
    cursors.add(next)
    const page = await ask(next).catch(() => undefined)
    if (!page) return { pages, fault: `${read} the server didn’t answer with the next page.` }
    pages.push(page)
  }
}

function sortOut(items: readonly unknown[]): ToolListing {
  const tools = new Map<string, ListedTool>()
  const leftOut: LeftOutTool[] = []
  for (const [index, item] of items.entries()) {
    const read = readTool(item)
    if ('reason' in read) leftOut.push({ ...read, tool: read.tool ?? `tool ${index + 1}` })
    else if (tools.has(read.name)) leftOut.push({ tool: shorten(read.name), reason: TWICE })
    else tools.set(read.name, read)
  }
  return { tools: [...tools.values()], leftOut }
}

const TWICE = 'The server lists this name twice; the first tool is used.'
const TASK_ONLY = 'It can only be called as a task, which Orrery doesn’t support.'

function readTool(item: unknown): ListedTool | LeftOutTool {
  if (!isRecord(item)) return { reason: 'It isn’t an object.' }
  const { name, description, inputSchema, execution } = item
  if (typeof name !== 'string' || name.trim() === '') return { reason: 'It has no name.' }
  const leave = (reason: string) => ({ tool: shorten(name), reason })
  const problem = findProblem(inputSchema)
  if (problem !== undefined) return leave(problem)
  if (isRecord(execution) && execution['taskSupport'] === 'required') return leave(TASK_ONLY)
  const reduced = toModelSchema(isRecord(inputSchema) ? inputSchema : {})
  if (reduced.problem !== undefined) return leave(reduced.problem)
  const { schema } = reduced
  const claims = readClaims(item['annotations'])
  const title = findTitle(item)
  const said = {
    description: typeof description === 'string' ? description : '',
    claims,
    ...(title !== undefined && { title }),
  }
  return { ...said, name, schema, definition: { ...said, inputSchema } }
}

function readClaims(annotations: unknown): readonly McpClaim[] {
  if (!isRecord(annotations)) return []
  return HINTS.flatMap(([hint, value, claim]) => (annotations[hint] === value ? [claim] : []))
}

/** Hints that say something beyond the protocol's defaults. */
const HINTS = [
  ['readOnlyHint', true, 'read-only'],
  ['destructiveHint', true, 'destructive'],
  ['openWorldHint', true, 'open-world'],
  ['openWorldHint', false, 'closed-world'],
] as const satisfies readonly (readonly [hint: string, value: boolean, claim: McpClaim])[]

/** Older servers have the title among the annotations. */
function findTitle({ name, title, annotations }: Page): string | undefined {
  const older = isRecord(annotations) ? annotations['title'] : undefined
  const found = [title, older].find((one) => typeof one === 'string' && one.trim() !== '')
  return typeof found === 'string' && found !== name ? shorten(found.trim()) : undefined
}

/** Returns what breaks MCP's definition of a tool, as a sentence. A missing type is harmless. */
function findProblem(inputSchema: unknown): string | undefined {
  if (inputSchema === undefined || inputSchema === null) return 'It has no input schema.'
  if (!isRecord(inputSchema)) return 'Its input schema isn’t an object.'
  const { type, properties } = inputSchema
  if (type !== undefined && type !== null && ![type].flat().includes('object')) {
    return `Its input schema has the type ${shorten(JSON.stringify(type))} instead of "object".`
  }
  if (properties === undefined || properties === null) return undefined
  if (!isRecord(properties)) return 'The properties of its input schema aren’t an object.'
  const odd = Object.entries(properties).find(([, each]) => !isRecord(each))
  return odd && `The schema of its argument ${JSON.stringify(shorten(odd[0]))} isn’t an object.`
}

function shorten(text: string): string {
  return text.length > NAME_CHARS ? `${takeStart(text, NAME_CHARS)}…` : text
}

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
  /** As the server sent it. */
  readonly definition: ToolDefinition
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
    const { name: tool, claims, title, definition } = one
    const titled = title !== undefined && { title }
    const named = { name: toMcpName(key, tool), server, tool, claims, definition }
    return { ...named, ...titled, ...told(one) }
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
