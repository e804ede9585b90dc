import { createHash } from 'node:crypto'
import { type Tool, textOf } from '../definition/define-tool.ts'

const PREFIX = 'mcp__'
const BETWEEN = '__'
/** As long as providers take it. */
const MAX_CHARS = 64
/** Of the server's name; the rest is for its tools. */
const MAX_SERVER_CHARS = 24
const HASH_CHARS = 6

/** Whether a name is one of MCP's tools: of ours none is called so. */
export function isMcpName(name: string): boolean {
  return name.startsWith(PREFIX)
}

/** What ends the key of a server that a project names: a rule for a person's own never holds for it. */
const OF_PROJECT = '-project'
/** A name that ends so could be taken for another's key. */
const LIKE_A_KEY = /_[\da-f]{6}$|-project$/

/**
 * What a server of a person's own is called within the names of its tools. It depends on nothing but
 * its name, so that a rule made for one holds for no other, whichever are there besides.
 */
export function toServerKey(server: string): string {
  const key = clean(server).replaceAll(/_{2,}/g, '_')
  const isItself = key === server && !LIKE_A_KEY.test(key)
  if (isItself && key.length <= MAX_SERVER_CHARS) return key
  return withHash(key || 'server', MAX_SERVER_CHARS, server)
}

/** The same of a server that a project names. */
export function toProjectKey(server: string): string {
  return `${toServerKey(server)}${OF_PROJECT}`
}

/** The keys that are meant where a definition has this one: it does not say whose server it means. */
export function keysMeant(key: string): readonly string[] {
  return key.endsWith(OF_PROJECT) ? [key] : [key, `${key}${OF_PROJECT}`]
}

/**
 * Returns the name that agents have for a tool of a server. It depends on these two names alone, so that
 * a rule for one tool never allows another, whichever tools the server adds later. A tool whose own name
 * providers don't take, or that looks like such a replacement, gets a hash behind its name.
 */
export function toMcpName(serverKey: string, tool: string): string {
  const prefix = `${PREFIX}${serverKey}${BETWEEN}`
  const maxChars = MAX_CHARS - prefix.length
  const cleaned = clean(tool)
  const isItself = cleaned === tool && tool.length <= maxChars && !HASHED.test(tool)
  return `${prefix}${isItself ? tool : withHash(cleaned || 'tool', maxChars, tool)}`
}

const HASHED = /_[\da-f]{6}$/

/**
 * Whether a name in an agent's definition means a tool of a server. Definitions name tools as other
 * programs do, which put an underscore in place of each character that providers don't take.
 */
export function meansMcpTool(written: string, name: string): boolean {
  return written === name || written === name.replace(HASHED, '')
}

/** Stands for all tools of a server where agents are given some. */
export function toMcpPattern(serverKey: string): string {
  return `${PREFIX}${serverKey}${BETWEEN}*`
}

/** The server and the tool that a name is made of, as far as it tells. */
export function splitMcpName(name: string): { readonly server: string; readonly tool: string } {
  const rest = name.slice(PREFIX.length)
  const between = rest.indexOf(BETWEEN)
  if (between < 0) return { server: rest, tool: '' }
  return { server: rest.slice(0, between), tool: rest.slice(between + BETWEEN.length) }
}

/** How one of MCP's tools is judged and shown: nobody here has said what it does. */
export function mcpTool(name: string): Tool {
  const { server, tool } = splitMcpName(name)
  return {
    name,
    effect: 'execute',
    title: (args) => [`${server}: ${tool}`, formatArgs(args)].filter(Boolean).join(' '),
    risk: () => `Runs “${tool}” of the MCP server “${server}”. Only the server knows what it does.`,
  }
}

/** The first argument that says something in few words. */
function formatArgs(args: Readonly<Record<string, unknown>>): string {
  const told = Object.values(args).filter((value) => ['string', 'number'].includes(typeof value))
  return told.length === 0 ? '' : textOf(String(told[0]))
}

function clean(text: string): string {
  return text.replaceAll(/[^\w-]+/g, '_').replaceAll(/^_+|(?<!_)_+$/g, '')
}

function withHash(text: string, most: number, whole: string): string {
  const hash = createHash('sha256').update(whole).digest('hex').slice(0, HASH_CHARS)
  return `${text.slice(0, most - HASH_CHARS - 1).replace(/(?<!_)_+$/, '')}_${hash}`
}
