import type { z } from 'zod'
import { tellIssue } from '#shared/format/describe-issue.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { McpEntry, type McpSettings } from '#shared/mcp/mcp-entry.ts'
import { type Found, findStartables } from '../../../project-files/startables.ts'
import { toProjectKey, toServerKey } from '../../../tools/catalogue/mcp-tool.ts'

/** A server that somebody has named. */
export interface Configured {
  readonly name: string
  /** Within the names of its tools: its own, whichever servers there are besides. */
  readonly key: string
  readonly source: 'own' | 'project'
  /** The project's file that names it. */
  readonly file?: string
  readonly entry: McpEntry
  /** Of the entry that trust is given to; absent: it needs none. */
  readonly hash?: string
  /** Whether a person trusts the entry. Files that changed since are found when it is started. */
  readonly isTrusted: boolean
}

export interface ConfiguredList {
  readonly servers: readonly Configured[]
  /** Entries and files that name no server, with the entry's name if it has one. */
  readonly malformed: readonly {
    readonly file: string
    readonly error: string
    readonly name?: string
  }[]
  /** Entries that a server of the same name hides. */
  readonly hidden: readonly { readonly file: string; readonly error: string }[]
}

interface ConfiguredOptions {
  readonly own: McpSettings
  /** Absent: those of every project alone. */
  readonly root?: string | undefined
  /** Whether a person trusts an entry, whatever became of its files since. */
  readonly isTrusted: (found: Found) => boolean
}

/**
 * The servers of a project. A person's own stand in front of the project's of the same name, so that a
 * project can't put another in the place of one that is known.
 */
export async function readConfigured(options: ConfiguredOptions): Promise<ConfiguredList> {
  const { own, root, isTrusted } = options
  const mine = Object.entries(own.servers).map(
    ([name, entry]): Named => ({ name, source: 'own', entry, isTrusted: true }),
  )
  if (root === undefined) return { servers: withKeys(mine), malformed: [], hidden: [] }
  const { startables, malformed } = await findStartables(root)
  const found = startables.filter(({ kind }) => kind === 'server')
  const read = found.toSorted(byFile).map((one) => readFound(one, isTrusted))
  const { kept, hidden } = firstOfEach([...mine, ...read.flatMap((one) => one.server ?? [])])
  return {
    servers: withKeys(kept),
    malformed: [
      ...malformed.filter(({ file }) => file.endsWith('mcp.json')),
      ...read.flatMap((one) => one.wrong ?? []),
    ],
    hidden,
  }
}

type Named = Omit<Configured, 'key'>
type Wrong = ConfiguredList['malformed'][number]

/** What is written for Orrery holds before what is written for every program. */
function byFile(one: Found, other: Found): number {
  return Number(other.file.startsWith('.orrery')) - Number(one.file.startsWith('.orrery'))
}

function readFound(
  found: Found,
  isTrusted: ConfiguredOptions['isTrusted'],
): { readonly server?: Named; readonly wrong?: Wrong } {
  const { name, file, hash, entry } = found
  const parsed = McpEntry.safeParse(entry, { error: tellIssue })
  if (!parsed.success) {
    return { wrong: { name, file, error: `The server “${name}”: ${toSentence(parsed.error)}` } }
  }
  const trust = { hash, isTrusted: isTrusted(found) }
  return { server: { name, source: 'project', file, entry: parsed.data, ...trust } }
}

function toSentence({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => [...path, message].join(': ')).join(' ')
}

function firstOfEach(named: readonly Named[]) {
  const byName = new Map<string, Named>()
  const hidden: Wrong[] = []
  for (const one of named) {
    const first = byName.get(one.name)
    if (!first) byName.set(one.name, one)
    else if (one.file) {
      const which = first.file ? `that of ${first.file}` : 'your own'
      const error = `The server “${one.name}” stands behind ${which} of the same name.`
      hidden.push({ file: one.file, error })
    }
  }
  return { kept: [...byName.values()], hidden }
}

function withKeys(named: readonly Named[]): readonly Configured[] {
  return named.map((one) => {
    const key = one.source === 'own' ? toServerKey(one.name) : toProjectKey(one.name)
    return { ...one, key }
  })
}

/** What is started, or where it is spoken to: as it is written, without what it refers to. */
export function commandLineOf(entry: McpEntry): string {
  const { command, args } = commandOf(entry)
  return command === undefined ? (entry.url ?? '') : [command, ...args].join(' ')
}

/** Docker's gateway speaks for all servers that Docker was told of. */
export function commandOf({ type, command, args }: McpEntry): Pick<McpEntry, 'command' | 'args'> {
  if (type !== 'docker') return { command, args }
  return { command: command ?? 'docker', args: ['mcp', 'gateway', 'run', ...args] }
}

/** A server that a person has to trust once more before it is started. */
export class UntrustedError extends AppError {
  constructor(message: string) {
    super('denied', message)
  }
}
