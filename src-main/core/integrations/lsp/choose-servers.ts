import { z } from 'zod'
import { LanguageServerSetting, type Settings } from '#shared/settings.ts'
import { type Found, findStartables } from '../../trust/startables.ts'
import { builtinServers } from './builtin-servers.ts'
import type { ServerDefinition } from './define.ts'

interface ChooseOptions {
  readonly root: string
  readonly settings: Settings
  /** What servers are given of an environment. */
  readonly env: Readonly<Record<string, string>>
  readonly isTrusted: (hash: string) => boolean
}

export interface ChosenServers {
  /** The first that knows a file's ending is asked. */
  readonly servers: readonly ServerDefinition[]
  readonly waiting: readonly WaitingServer[]
}

/** One that a project names and nobody trusts. */
export interface WaitingServer {
  readonly endings: readonly string[]
  /** What a person can do about it. */
  readonly words: string
}

/** The person's own servers, the project's that are trusted, and those that come with Orrery. */
export async function chooseServers(options: ChooseOptions): Promise<ChosenServers> {
  const { root, settings, env, isTrusted } = options
  const own = Object.entries(settings.languageServers)
  const { startables } = await findStartables(root)
  const named = startables.filter(isLanguageServer)
  const trusted = named.filter(({ hash }) => isTrusted(hash))
  const waiting = named.filter(({ hash }) => !isTrusted(hash))
  const projects = trusted.map(({ name, entry }) => [name, entry.languageServer] as const)
  const chosen = [...own, ...projects].map(([name, one]) => toDefinition(name, one, env))
  const builtin = builtinServers(root, env).filter(({ name }) =>
    chosen.every((one) => one.name !== name),
  )
  return { servers: [...chosen, ...builtin], waiting: waiting.map(toWaiting) }
}

const Entry = z.object({ languageServer: LanguageServerSetting })

interface Parsed {
  readonly entry: z.infer<typeof Entry>
}

function isLanguageServer(found: Found): found is Found & Parsed {
  // Entries of other kinds hold whatever their file says, and were trusted as something else.
  return found.kind === 'language-server' && Entry.safeParse(found.entry).success
}

function toDefinition(
  name: string,
  { command, endings }: LanguageServerSetting,
  env: Readonly<Record<string, string>>,
): ServerDefinition {
  const languages = endings.map((ending) => [ending.toLowerCase(), name] as const)
  return { name, title: name, command, env, languages: Object.fromEntries(languages) }
}

function toWaiting({ name, file, entry }: Found & Parsed): WaitingServer {
  const words = `The project’s ${file} names a server for ${name} that nobody trusts yet. A person allows it under Settings › Trust.`
  return { endings: entry.languageServer.endings.map((ending) => ending.toLowerCase()), words }
}
