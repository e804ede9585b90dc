import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { arch, platform } from 'node:process'
import { z } from 'zod'
import { builtinServers as known } from '#shared/settings/builtin-programs.ts'
import { LanguageServerSetting, type Settings } from '#shared/settings/settings.ts'
import { type Found, findStartables } from '../../project-files/startables.ts'
import { outsideArchive } from '../../runtime/native-part.ts'
import type { ServerDefinition } from './define.ts'

interface ChooseOptions {
  readonly root: string
  readonly settings: Settings
  /** What servers are given of an environment. */
  readonly env: Readonly<Record<string, string>>
  /** Whether a person trusts an entry, whatever became of its files since. */
  readonly isTrusted: (found: Found) => boolean
}

export interface ChosenServers {
  /** The first that knows a file's ending is asked. */
  readonly servers: readonly ServerDefinition[]
  readonly waiting: readonly WaitingServer[]
}

/** One that a project names and nobody trusts. */
interface WaitingServer {
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
  const trusted = named.filter((one) => isTrusted(one))
  const waiting = named.filter((one) => !isTrusted(one))
  const projects = trusted.map(({ name, entry, hash }) => ({
    ...toDefinition(name, entry.languageServer, env),
    entryHash: hash,
  }))
  const chosen = [...own.map(([name, one]) => toDefinition(name, one, env)), ...projects]
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

// Not named `require`: what is bundled around it may have one of its own.
const packages = createRequire(import.meta.url)

/** Of Node's programs; that of Go's is in the environment. */
const MAX_MEMORY = '--max-old-space-size=2048'

/** The servers that come with Orrery, for a folder. Neither runs anything that its files name, or are. */
export function builtinServers(
  root: string,
  env: Readonly<Record<string, string>>,
): readonly ServerDefinition[] {
  return [
    {
      name: 'typescript',
      ...known.typescript,
      command: [typescriptProgram(), '--lsp', '--stdio'],
      env: { ...env, GOMEMLIMIT: '2GiB' },
      // It would have npm fetch packages of types.
      initialization: { disableAutomaticTypeAcquisition: true },
    },
    {
      name: 'python',
      ...known.python,
      command: [process.execPath, MAX_MEMORY, pyrightProgram(), '--stdio'],
      env: { ...env, ELECTRON_RUN_AS_NODE: '1' },
      settings: { python: { analysis: { extraPaths: findSitePackages(root) } } },
    },
  ]
}

/**
 * Where a virtual environment of the project has its packages. Told its interpreter instead, the server
 * would run that, which is a file of the project's.
 */
function findSitePackages(root: string): readonly string[] {
  return ['.venv', 'venv', 'env'].flatMap((name) => {
    const library = join(root, name, 'lib')
    const versions = listFolder(library).filter((one) => one.startsWith('python'))
    const folders = versions.map((version) => join(library, version, 'site-packages'))
    return [...folders, join(root, name, 'Lib', 'site-packages')].filter((one) => existsSync(one))
  })
}

function listFolder(path: string): readonly string[] {
  try {
    return readdirSync(path).sort()
  } catch {
    return []
  }
}

/** The program itself, which a script of the package would only look up and start. */
function typescriptProgram(): string {
  const package_ = packages.resolve('typescript/package.json')
  const ofPlatform = `@typescript/typescript-${platform}-${arch}/package.json`
  const folder = dirname(createRequire(package_).resolve(ofPlatform))
  return outsideArchive(join(folder, 'lib', platform === 'win32' ? 'tsc.exe' : 'tsc'))
}

function pyrightProgram(): string {
  return outsideArchive(packages.resolve('pyright/langserver.index.js'))
}
