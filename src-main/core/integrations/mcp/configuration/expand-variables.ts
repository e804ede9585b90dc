import { AppError } from '#shared/lib/app-error.ts'
import { type McpEntry, REFERENCE } from '#shared/mcp/mcp-entry.ts'
import { findVariable } from '../../../processes/agent-environment.ts'
import { isHiddenName } from '../../../secrets/secret-names.ts'

export interface ExpandOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The project's folder; of a server that every project has: the person's. */
  readonly root: string
  /** Only what is the person's own may name secrets: whoever made a project is to have none. */
  readonly findSecret?: (name: string) => Promise<string | undefined>
}

/** An entry with what it names in place of the names. */
export interface Expanded {
  readonly entry: McpEntry
  /** What of it nobody else is to see. */
  readonly secrets: readonly string[]
}

/** Puts in what an entry refers to, as other programs do. Fails with a sentence that says what is missing. */
export async function expandEntry(entry: McpEntry, options: ExpandOptions): Promise<Expanded> {
  const secrets = new Set<string>()
  const expand = (text: string) => expandText(text, options, secrets)
  const expandAll = async (texts: Readonly<Record<string, string>>) => {
    const pairs = Object.entries(texts).map(async ([name, text]) => [name, await expand(text)])
    return Object.fromEntries(await Promise.all(pairs))
  }
  const { command, cwd, url } = entry
  const expanded: McpEntry = {
    ...entry,
    ...(command !== undefined && { command: await expand(command) }),
    ...(cwd !== undefined && { cwd: await expand(cwd) }),
    ...(url !== undefined && { url: await expand(url) }),
    args: await Promise.all(entry.args.map(expand)),
    env: await expandAll(entry.env),
    headers: await expandAll(entry.headers),
  }
  return { entry: expanded, secrets: [...secrets] }
}

async function expandText(
  text: string,
  options: ExpandOptions,
  secrets: Set<string>,
): Promise<string> {
  const parts: string[] = []
  let from = 0
  for (const match of text.matchAll(REFERENCE)) {
    parts.push(text.slice(from, match.index), await find(match.groups ?? {}, options, secrets))
    from = match.index + match[0].length
  }
  return [...parts, text.slice(from)].join('')
}

type Reference = Readonly<Record<string, string | undefined>>

async function find(
  { kind, name = '', instead }: Reference,
  { env, root, findSecret }: ExpandOptions,
  secrets: Set<string>,
): Promise<string> {
  if (kind === undefined && name === 'workspaceFolder') return root
  const value = kind === 'secret' ? await findSecret?.(name) : findVariable(env, name)
  if (value && (kind === 'secret' || isHiddenName(name))) secrets.add(value)
  if (value) return value
  if (instead !== undefined) return instead
  throw new AppError('invalid-input', kind === 'secret' ? noSecret(name) : noVariable(name))
}

function noVariable(name: string): string {
  return `It needs ${name}, which the environment of Orrery does not have. Set it, or write \${${name}:-…} with what holds instead.`
}

function noSecret(name: string): string {
  return `It needs the secret “${name}”, which is not kept here. Enter it in Settings › MCP servers.`
}
