import { tellIssue } from '#shared/format/describe-issue.ts'
import { McpEntry, McpName, secretsIn, transportOf } from '#shared/mcp/mcp-entry.ts'
import { readWords, writeWords } from '../controls/quoted-words.ts'

export const mcpKinds = ['program', 'address', 'docker'] as const
export type McpKind = (typeof mcpKinds)[number]

/** A server of the person's own as it is being written. */
export interface McpDraft {
  readonly name: string
  readonly kind: McpKind
  /** The program and its arguments, as a shell takes them. */
  readonly command: string
  readonly url: string
  /** `NAME=value`, or `Name: value` of headers; one a line. */
  readonly pairs: string
  /** What stands behind each `${secret:NAME}`; those kept before are empty. */
  readonly secrets: Readonly<Record<string, string>>
}

export function toMcpDraft(name = '', entry?: McpEntry): McpDraft {
  if (!entry) return { name, kind: 'program', command: '', url: '', pairs: '', secrets: {} }
  const { command, args, url = '', env, headers } = entry
  const transport = transportOf(entry)
  const isAddress = transport === 'http' || transport === 'sse'
  const kind = transport === 'docker' ? 'docker' : isAddress ? 'address' : 'program'
  const words = kind === 'docker' ? args : [command ?? [], ...args].flat()
  const pairs = Object.entries(isAddress ? headers : env).map((pair) =>
    pair.join(isAddress ? ': ' : '='),
  )
  return {
    name,
    kind,
    url,
    secrets: {},
    command: writeWords(words),
    pairs: pairs.join('\n'),
  }
}

type Read =
  | {
      readonly name: string
      readonly entry: McpEntry
      readonly secrets: Readonly<Record<string, string>>
    }
  | { readonly error: string }

interface AroundDraft {
  /** Keeps what the form does not ask for. */
  readonly known?: McpEntry | undefined
  /** What other servers of the person are called. */
  readonly taken?: readonly string[]
}

/** The server that was written, or what is wrong with it. */
export function readMcpDraft(draft: McpDraft, { known, taken = [] }: AroundDraft = {}): Read {
  const name = McpName.safeParse(draft.name)
  if (!name.success) return { error: name.error.issues[0]?.message ?? 'Give it a name.' }
  if (taken.includes(name.data)) {
    return { error: `You have a server “${name.data}” already: edit that, or name this otherwise.` }
  }
  const pairs = readPairs(draft)
  if (typeof pairs === 'string') return { error: pairs }
  const { disabled, timeout, cwd } = known ?? {}
  const kept = { disabled, timeout, cwd }
  const parsed = McpEntry.safeParse(
    { ...kept, ...shapeOf(draft, pairs, known) },
    { error: tellIssue },
  )
  if (!parsed.success) return { error: parsed.error.issues.map(({ message }) => message).join(' ') }
  const entry = parsed.data
  const named = secretsIn(entry).flatMap((secret) => {
    const value = draft.secrets[secret]
    return value ? [[secret, value] as const] : []
  })
  return { name: name.data, entry, secrets: Object.fromEntries(named) }
}

/** The secrets that what is written so far refers to. */
export function secretsOfDraft(draft: McpDraft): readonly string[] {
  const read = readMcpDraft({ ...draft, name: 'any' })
  return 'error' in read ? [] : secretsIn(read.entry)
}

function shapeOf(
  { kind, command, url }: McpDraft,
  pairs: Readonly<Record<string, string>>,
  known: McpEntry | undefined,
): object {
  const [program, ...args] = readWords(command)
  switch (kind) {
    case 'program':
      return { command: program, args, env: pairs }
    case 'docker':
      return {
        type: 'docker',
        // What stands in for Docker.
        command: known?.type === 'docker' ? known.command : undefined,
        args: readWords(command),
        env: pairs,
      }
    case 'address':
      return {
        url: url.trim() || undefined,
        headers: pairs,
        type: known?.type === 'sse' ? 'sse' : undefined,
      }
  }
}

function readPairs({ pairs, kind }: McpDraft): Readonly<Record<string, string>> | string {
  const between = kind === 'address' ? ':' : '='
  const read: Record<string, string> = {}
  for (const line of pairs.split('\n').filter((one) => one.trim() !== '')) {
    const at = line.indexOf(between)
    const name = line.slice(0, at).trim()
    if (at < 1 || /\s/.test(name)) {
      return `“${line.trim()}” is not understood: write ${kind === 'address' ? 'Name: value' : 'NAME=value'}.`
    }
    read[name] = line.slice(at + 1).trim()
  }
  return read
}
