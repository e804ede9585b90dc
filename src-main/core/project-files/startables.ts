import { createHash } from 'node:crypto'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Startable } from '#shared/contract/procedures/trust.ts'
import { formatIssue, tellIssue } from '#shared/format/describe-issue.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { assert } from '#shared/lib/assert.ts'
import { ellipsize } from '#shared/lib/truncate-text.ts'
import { McpEntry, variablesIn } from '#shared/mcp/mcp-entry.ts'
import { ProjectSettings } from '#shared/settings/settings.ts'
import { DiskFiles } from '../workspace/files/disk-files.ts'
import { FileCache, type FileIdentity, findIdentity } from '../workspace/files/file-identity.ts'
import { Confinement } from '../workspace/paths/confinement.ts'
import { isMissing } from '../workspace/paths/file-errors.ts'
import {
  LaunchConfiguration,
  tellEnvironment,
  tellLaunch,
  textsIn,
  withPlatform,
} from './launch-configuration.ts'
import { parseJsonc } from './parse-jsonc.ts'
import { holdProjectParser, type ProjectParser } from './project-parser.ts'
import type { NamingSource } from './startable-names.ts'

const MAX_BYTES = 1024 * 1024

/** The project's files that may name startables. Nothing outside is read. */
class ProjectFiles {
  readonly #inside: Confinement
  readonly #files: DiskFiles

  constructor(root: string) {
    this.#inside = new Confinement(root)
    this.#files = new DiskFiles(this.#inside)
  }

  /** The absolute path of a file. */
  toPath(file: string): string {
    return join(this.#inside.root, file)
  }

  /** Whether there is anything at a path, even if it can't be read. */
  async has(file: string): Promise<boolean> {
    const found = lstat(this.toPath(file))
    return await found.then(
      () => true,
      (error: unknown) => !isMissing(error),
    )
  }

  /** `undefined`: there is no such file, or it can't be opened. */
  identify(file: string): Promise<FileIdentity | undefined> {
    return findIdentity(this.#inside, file).catch(() => undefined)
  }

  /** `undefined`: there is no such file. Fails with a sentence where it can't be read whole. */
  async read(file: string): Promise<Uint8Array | undefined> {
    try {
      const { bytes, size } = await this.#files.read(file, MAX_BYTES)
      if (size === bytes.byteLength) return bytes
    } catch (error) {
      if (AppError.is(error) && error.code === 'not-found') return undefined
      throw error
    }
    throw new AppError('invalid-input', `${file} is larger than 1 MB.`)
  }
}

/** Before it is known whether it is trusted. */
export interface Found extends Omit<Startable, 'isTrusted' | 'reason' | 'changed'> {
  /** Of its entry: another one after any change of it. */
  readonly hash: string
  /** As its file has it. */
  readonly entry: unknown
  readonly naming: NamingSource
  /** Files that it may load besides those that it names, by their path below the root or their absolute path. */
  readonly files?: readonly string[]
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
  /** The texts that may name files of the project, whose content decides as well. */
  readonly naming: NamingSource
  readonly watches: Startable['watches']
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

const OwnSettings = ProjectSettings.pick({
  setup: true,
  languageServers: true,
  model: true,
  fallbacks: true,
}).loose()

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
  using parser = holdProjectParser()
  const read = await Promise.all(SOURCES.map((source) => findIn(parser, root, source)))
  return {
    startables: read.flatMap((one) => one.startables),
    malformed: read.flatMap((one) => one.malformed),
  }
}

async function findIn(
  parser: ProjectParser,
  root: string,
  { file }: Source,
): Promise<FoundStartables> {
  if (!(await new ProjectFiles(root).has(file))) return { startables: [], malformed: [] }
  try {
    return await parser.parse<'startables'>({ type: 'startables', root, file })
  } catch (error) {
    if (!AppError.is(error)) throw error
    return { startables: [], malformed: [{ file, error: error.message }] }
  }
}

/** Reads one file. Holds the thread, for as long as its author likes: for workers. */
export async function readStartables(root: string, file: string): Promise<FoundStartables> {
  const source = SOURCES.find((one) => one.file === file)
  assert(source, 'one of the files that may name something to start')
  return await readSource(new ProjectFiles(root), source)
}

/** What files named when they were last read. */
const known = new FileCache<readonly (Named | Unread)[]>(64)

async function readEntries(
  files: ProjectFiles,
  { file, read }: Source,
): Promise<readonly (Named | Unread)[]> {
  const identity = await files.identify(file)
  const place = files.toPath(file)
  const before = identity && known.find(place, identity)
  if (before) return before
  const bytes = await files.read(file)
  const json = bytes ? parseJsonc(new TextDecoder().decode(bytes)) : {}
  checkDepth(json)
  const entries = read(json)
  checkSize(entries)
  if (identity) known.set(place, identity, entries)
  return entries
}

/** Checked before much work is done for each. */
function checkNumber(count: number): void {
  if (count <= MAX_NAMED) return
  throw new AppError('limit', `It names more than ${MAX_NAMED} things, and is not looked into.`)
}

/** Far more than any program writes. Code that recurses into an entry must not fail. */
const MAX_DEPTH = 100

function checkDepth(json: unknown): void {
  let level: readonly unknown[] = [json]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) {
      throw new AppError('limit', `It is nested more than ${MAX_DEPTH} levels deep.`)
    }
    level = level.flatMap((one) =>
      typeof one === 'object' && one !== null ? Object.values(one) : [],
    )
  }
}

/** Hooks of a group repeat what the group says, so that a small file can make large entries. */
const MAX_ENTRY_CHARS = 256 * 1024

function checkSize(entries: readonly (Named | Unread)[]): void {
  let chars = 0
  for (const one of entries) {
    chars += one.error === undefined ? JSON.stringify(one.entry).length : one.error.length
    if (chars <= MAX_ENTRY_CHARS) continue
    throw new AppError('limit', 'What it names to start is larger than 256 KB in all.')
  }
}

async function readSource(files: ProjectFiles, source: Source): Promise<FoundStartables> {
  const { file } = source
  try {
    const entries = await readEntries(files, source)
    const named = entries.flatMap((one) => (one.error === undefined ? [one] : []))
    const unread = entries.flatMap(({ error }) => (error === undefined ? [] : [{ file, error }]))
    checkCount(named)
    return { startables: distinct(named.map((one) => toFound(file, one))), malformed: unread }
  } catch (error) {
    return { startables: [], malformed: [{ file, error: whyNot(error) }] }
  }
}

/** All of it is read whenever a file of the project changes. */
function checkCount(named: readonly Named[]): void {
  const count = named.reduce((sum, { naming }) => sum + 1 + naming.texts.length, 0)
  if (count <= MAX_NAMED) return
  throw new AppError('limit', `It names more than ${MAX_NAMED} things, and is not looked into.`)
}

/** What a file names twice, word for word, is one thing to trust. */
function distinct(found: readonly Found[]): readonly Found[] {
  return [...new Map(found.map((one) => [one.hash, one])).values()]
}

const MAX_REASON_CHARS = 500

function whyNot(error: unknown): string {
  if (AppError.is(error)) return error.message
  if (error instanceof z.ZodError) {
    return ellipsize(error.issues.map(formatIssue).join(' '), MAX_REASON_CHARS)
  }
  return 'It is not valid JSON.'
}

function toFound(file: string, named: Named): Found {
  const { kind, name, words, entry, naming, watches } = named
  const hash = createHash('sha256').update(JSON.stringify([file, kind, name, entry]))
  return { hash: hash.digest('hex'), kind, name, file, words, watches, entry, naming }
}

function readServers(json: unknown): readonly Named[] {
  const { mcpServers } = Servers.parse(json, { error: tellIssue })
  checkNumber(Object.keys(mcpServers).length)
  return Object.entries(mcpServers).map(([name, entry]) => {
    const { command = '', args } = entry
    const { data } = McpEntry.safeParse(entry)
    const { env = {}, cwd } = data ?? {}
    const told = [tellServer(name, entry), cwd && `It runs in ${cwd}.`, tellEnvironment(env)]
    const words = [...told, tellVariables(entry)].filter(Boolean).join(' ')
    const naming = { texts: [command, ...args], cwd, env }
    const watches = isProgram(entry) ? 'project' : 'entry'
    return { kind: 'server', name, words, entry, naming, watches }
  })
}

function tellServer(name: string, { type, command, args, url }: z.infer<typeof Server>): string {
  const gateway = type === 'docker' ? [command ?? 'docker', 'mcp gateway run'] : [command]
  const line = [...gateway, ...args].filter((word) => word !== undefined).join(' ')
  return isProgram({ type, command })
    ? `Starts \`${line}\` as the MCP server "${name}", with all your rights.`
    : `Speaks to the MCP server "${name}" at ${url ?? 'an address that is not named'}.`
}

function isProgram({ type, command }: Pick<z.infer<typeof Server>, 'type' | 'command'>): boolean {
  return command !== undefined || type === 'docker'
}

/** What of the environment it would be given, or sent: there may be keys among it. */
function tellVariables(entry: z.infer<typeof Server>): string {
  const parsed = McpEntry.safeParse(entry)
  const names = parsed.success ? variablesIn(parsed.data) : []
  return names.length === 0 ? '' : `It is given ${names.join(', ')} of your environment.`
}

function readLaunch(json: unknown): readonly (Named | Unread)[] {
  const { configurations } = Launch.parse(json, { error: tellIssue })
  checkNumber(configurations.length)
  return configurations.map((entry) => {
    const { name } = entry
    const parsed = LaunchConfiguration.safeParse(withPlatform(entry), { error: tellIssue })
    if (!parsed.success) return { error: `The configuration “${name}”: ${whyNot(parsed.error)}` }
    const config = parsed.data
    const words = tellLaunch(name, config)
    const naming = { texts: textsIn(config), cwd: config.cwd, env: config.env }
    return { kind: 'debugger', name, words, entry, naming, watches: 'project' }
  })
}

function readHooks(json: unknown): readonly Named[] {
  return Object.entries(Hooks.parse(json, { error: tellIssue }).hooks).flatMap(([name, groups]) =>
    groups.flatMap((group) =>
      group.hooks.map((hook): Named => {
        const words = `Runs \`${hook.command}\` at every ${name}, with all your rights.`
        const naming = { texts: [hook.command] }
        const entry = { ...group, hooks: [hook] }
        return { kind: 'hook', name, words, entry, naming, watches: 'named' }
      }),
    ),
  )
}

function readSettings(json: unknown): readonly Named[] {
  const { setup, languageServers, ...models } = OwnSettings.parse(json, { error: tellIssue })
  const servers = Object.entries(languageServers).map(([name, entry]): Named => {
    const words = `Starts \`${entry.command.join(' ')}\` as the language server "${name}", with all your rights.`
    return {
      kind: 'language-server',
      name,
      words,
      entry: { languageServer: entry },
      naming: { texts: entry.command },
      watches: 'project',
    }
  })
  const setups = setup === undefined ? [] : [toSetup(setup)]
  return [...setups, ...servers, ...toModels(models)]
}

/** The choice of models as one, since it decides who is sent the code. */
function toModels({
  model,
  fallbacks = [],
}: Pick<ProjectSettings, 'model' | 'fallbacks'>): readonly Named[] {
  const names = [...(model === undefined ? [] : [model]), ...fallbacks]
  const [name] = names
  if (name === undefined) return []
  const words = `Sends the project's code and your prompts to ${names.join(' or ')}.`
  return [
    {
      kind: 'model',
      name,
      words,
      entry: { model, fallbacks },
      naming: { texts: [] },
      watches: 'entry',
    },
  ]
}

function toSetup(setup: string): Named {
  const words = `Runs \`${setup}\` in every fork of a session, with all your rights.`
  const naming = { texts: [setup] }
  return { kind: 'setup', name: setup, words, entry: setup, naming, watches: 'project' }
}
