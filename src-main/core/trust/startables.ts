import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { z } from 'zod'
import type { Startable } from '#shared/contract/trust.ts'
import { AppError } from '#shared/error.ts'
import { McpEntry, variablesIn } from '#shared/mcp.ts'
import { ProjectSettings } from '#shared/settings.ts'
import { tellIssue } from '#shared/tell-issue.ts'
import { parseJsonc } from '../parse-jsonc.ts'
import { LaunchConfiguration, withPlatform } from './launch-configuration.ts'
import { ProjectFiles } from './project-files.ts'
import { tellEnvironment } from './tell-environment.ts'
import { mentionsOfLaunch, tellLaunch } from './tell-launch.ts'

/** Before it is known whether it is trusted. */
export interface Found extends Omit<Startable, 'isTrusted'> {
  /** As its file has it. */
  readonly entry: unknown
}

export interface FoundStartables {
  readonly startables: readonly Found[]
  readonly malformed: readonly { readonly file: string; readonly error: string }[]
}

interface Named {
  readonly kind: Startable['kind']
  readonly name: string
  readonly words: string
  /** All that says what is started; what else is in the file may change. */
  readonly entry: unknown
  /** What may name files of the project, whose content decides as well. */
  readonly mentions: readonly string[]
  readonly error?: undefined
}

/** Far more than a person would look through: what is started, and the words of its commands. */
const MAX_NAMED = 2_000

interface Source {
  readonly file: string
  readonly read: (json: unknown) => readonly (Named | Unread)[]
}

/** What can't be told can't be trusted, and is not started. */
interface Unread {
  readonly error: string
}

const Server = z.looseObject({
  type: z.string().optional(),
  command: z.string().optional(),
  args: z.array(z.string()).default([]),
  url: z.string().optional(),
})
const Servers = z.looseObject({ mcpServers: z.record(z.string(), Server).default({}) })

const Configuration = z.looseObject({ name: z.string().default('unnamed') })
const Launch = z.looseObject({ configurations: z.array(Configuration).default([]) })

const Hook = z.looseObject({ command: z.string() })
const Hooks = z.looseObject({
  hooks: z
    .record(z.string(), z.array(z.looseObject({ hooks: z.array(Hook).default([]) })))
    .default({}),
})

const OwnSettings = ProjectSettings.pick({ setup: true, languageServers: true }).loose()

/** Every file of a project that may name something to start. */
const SOURCES: readonly Source[] = [
  { file: '.mcp.json', read: readServers },
  { file: '.orrery/mcp.json', read: readServers },
  { file: '.vscode/launch.json', read: readLaunch },
  { file: 'launch.json', read: readLaunch },
  { file: '.claude/settings.json', read: readHooks },
  { file: '.claude/settings.local.json', read: readHooks },
  { file: '.orrery/hooks.json', read: readHooks },
  { file: '.orrery/settings.json', read: readSettings },
]

/** What the files of a project would have started, as they are now. Nothing is run for it. */
export async function findStartables(root: string): Promise<FoundStartables> {
  const files = new ProjectFiles(root)
  const read = await Promise.all(SOURCES.map((source) => readSource(files, source)))
  return {
    startables: read.flatMap((one) => one.startables),
    malformed: read.flatMap((one) => one.malformed),
  }
}

async function readSource(files: ProjectFiles, { file, read }: Source): Promise<FoundStartables> {
  try {
    const bytes = await files.read(file)
    if (!bytes) return { startables: [], malformed: [] }
    const entries = read(parseJsonc(new TextDecoder().decode(bytes)))
    const named = entries.flatMap((one) => (one.error === undefined ? [one] : []))
    const unread = entries.flatMap(({ error }) => (error === undefined ? [] : [{ file, error }]))
    checkCount(named)
    const found: Found[] = []
    // One after the other: what they name may be large.
    for (const one of named) found.push(await toFound(files, file, one))
    return { startables: distinct(found), malformed: unread }
  } catch (error) {
    return { startables: [], malformed: [{ file, error: whyNot(error) }] }
  }
}

/** All of it is read whenever a file of the project changes. */
function checkCount(named: readonly Named[]): void {
  const count = named.reduce((sum, { mentions }) => sum + 1 + mentions.length, 0)
  if (count <= MAX_NAMED) return
  throw new AppError('limit', `It names more than ${MAX_NAMED} things, and is not looked into.`)
}

/** What a file names twice, word for word, is one thing to trust. */
function distinct(found: readonly Found[]): readonly Found[] {
  return [...new Map(found.map((one) => [one.hash, one])).values()]
}

function whyNot(error: unknown): string {
  if (AppError.is(error)) return error.message
  if (error instanceof z.ZodError) return error.issues.map(toSentence).join(' ')
  return 'It is not valid JSON.'
}

function toSentence({ path, message }: z.core.$ZodIssue): string {
  return path.length === 0 ? message : `${path.join('.')}: ${message}`
}

async function toFound(files: ProjectFiles, file: string, named: Named): Promise<Found> {
  const { kind, name, words, entry, mentions } = named
  const hash = createHash('sha256').update(JSON.stringify([file, kind, name, entry]))
  for (const mention of mentions) {
    const digest = await files.findDigest(toProjectPath(mention))
    if (digest) hash.update(mention).update(digest)
  }
  return { hash: hash.digest('hex'), kind, name, file, words, entry }
}

/** What may name a file, whole or as a part of an option, as seen from the folder it is started in too. */
function mentionsIn(texts: readonly string[], cwd?: string): readonly string[] {
  const words = texts.flatMap((text) => {
    const parts = text.split(/[\s=:,;]+/)
    return parts.length > 1 ? [text, ...parts] : parts
  })
  const below = cwd === undefined ? [] : words.map((word) => posix.join(cwd, word))
  return [...words, ...below]
}

/** As an argument may name a file of the project. */
function toProjectPath(mention: string): string {
  const path = mention.replaceAll(
    /\$\{(?:workspaceFolder|workspaceRoot|cwd)\}|\$CLAUDE_PROJECT_DIR|"/g,
    '',
  )
  return posix.normalize(path).replace(/^\/+/, '')
}

function readServers(json: unknown): readonly Named[] {
  const { mcpServers } = Servers.parse(json, { error: tellIssue })
  return Object.entries(mcpServers).map(([name, entry]) => {
    const { command = '', args } = entry
    const { data } = McpEntry.safeParse(entry)
    const { env = {}, cwd } = data ?? {}
    const told = [tellServer(name, entry), cwd && `It runs in ${cwd}.`, tellEnvironment(env)]
    const words = [...told, tellVariables(entry)].filter(Boolean).join(' ')
    const mentions = mentionsIn([command, ...args, ...Object.values(env)], cwd)
    return { kind: 'server', name, words, entry, mentions }
  })
}

function tellServer(name: string, { type, command, args, url }: z.infer<typeof Server>): string {
  const gateway = type === 'docker' ? [command ?? 'docker', 'mcp gateway run'] : [command]
  const line = [...gateway, ...args].filter((word) => word !== undefined).join(' ')
  return command !== undefined || type === 'docker'
    ? `Starts \`${line}\` as the MCP server "${name}", with all your rights.`
    : `Speaks to the MCP server "${name}" at ${url ?? 'an address that is not named'}.`
}

/** What of the environment it would be given, or sent: there may be keys among it. */
function tellVariables(entry: z.infer<typeof Server>): string {
  const parsed = McpEntry.safeParse(entry)
  const names = parsed.success ? variablesIn(parsed.data) : []
  return names.length === 0 ? '' : `It is given ${names.join(', ')} of your environment.`
}

function readLaunch(json: unknown): readonly (Named | Unread)[] {
  return Launch.parse(json, { error: tellIssue }).configurations.map((entry) => {
    const { name } = entry
    const parsed = LaunchConfiguration.safeParse(withPlatform(entry), { error: tellIssue })
    if (!parsed.success) return { error: `The configuration “${name}”: ${whyNot(parsed.error)}` }
    const config = parsed.data
    const words = tellLaunch(name, config)
    const mentions = mentionsIn(mentionsOfLaunch(config), config.cwd)
    return { kind: 'debugger', name, words, entry, mentions }
  })
}

function readHooks(json: unknown): readonly Named[] {
  return Object.entries(Hooks.parse(json, { error: tellIssue }).hooks).flatMap(([name, groups]) =>
    groups.flatMap((group) =>
      group.hooks.map((hook): Named => {
        const words = `Runs \`${hook.command}\` at every ${name}, with all your rights.`
        const mentions = hook.command.split(/\s+/)
        return { kind: 'hook', name, words, entry: { ...group, hooks: [hook] }, mentions }
      }),
    ),
  )
}

function readSettings(json: unknown): readonly Named[] {
  const { setup, languageServers } = OwnSettings.parse(json, { error: tellIssue })
  const servers = Object.entries(languageServers).map(([name, entry]): Named => {
    const words = `Starts \`${entry.command.join(' ')}\` as the language server "${name}", with all your rights.`
    return {
      kind: 'language-server',
      name,
      words,
      entry: { languageServer: entry },
      mentions: entry.command,
    }
  })
  return setup === undefined ? servers : [toSetup(setup), ...servers]
}

function toSetup(setup: string): Named {
  const words = `Runs \`${setup}\` in every fork of a session, with all your rights.`
  return { kind: 'setup', name: setup, words, entry: setup, mentions: setup.split(/\s+/) }
}
