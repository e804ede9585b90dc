import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { allowedVariables } from '#shared/settings/settings.ts'
import { runGit } from '../../core/git/run-git.ts'
import { findWithheld } from '../../core/programs/program-environment.ts'
import { systemClock } from '../../core/runtime/clock.ts'
import { explainNative } from '../../core/runtime/native-part.ts'
import { LEAST_FREE_BYTES } from '../../core/store/commits/held-writes.ts'
import { tryDatabase } from '../../core/store/database/database.ts'
import { findOwner, isOwned } from '../../core/store/database/owner-lock.ts'
import { describeDamage, describeFileError } from '../../core/store/database/store-error.ts'
import { hasStore, storeFileIn } from '../../core/store/opening/open-database.ts'
import { findDamage } from '../../core/store/recovery/rescue.ts'
import { openStore } from '../../core/store/store.ts'
import { loadPty } from '../../core/terminals/pty.ts'
import { findDataFolder } from '../../data-folder.ts'
import { findInstallation } from '../../installation.ts'
import { defineCommand } from '../command-line/command.ts'
import { EXIT } from '../command-line/exit-codes.ts'
import { formatBytes, formatCount, formatJson, toPrintable } from '../command-line/format-output.ts'
import { readiness } from '../configuration/models.ts'
import { openProviders } from '../host-client/open-providers.ts'
import { findUnsaved } from '../host-client/unsaved.ts'
import { hasDisplay } from '../serve/open-browser.ts'

/** `missing` keeps Orrery from working; `absent` only means that it can do less. */
interface Finding {
  readonly what: string
  readonly state: 'fine' | 'absent' | 'missing'
  readonly said: string
}

export const command = defineCommand({
  name: 'doctor',
  usage: ['orrery doctor [--json]'],
  table: {
    json: { type: 'boolean', help: 'The findings as JSON' },
  },
  notes: 'Exits with 1 where something is missing that Orrery needs.',
  run: async ({ values }) => {
    const findings = await examine(findDataFolder(values['data-dir'], process.env))
    console.log(values.json ? formatJson(findings) : findings.map(toText).join('\n'))
    return findings.some(({ state }) => state === 'missing') ? EXIT.failed : EXIT.ok
  },
})

const marks = { fine: 'ok', absent: '--', missing: 'no' } as const

function toText({ what, state, said }: Finding): string {
  return `${marks[state]}  ${what.padEnd(12)}${said}`
}

async function examine(dataDir: string): Promise<readonly Finding[]> {
  const stored = await store(dataDir)
  return [
    { what: 'Orrery', state: 'fine', said: `${findInstallation().version} on ${process.platform}` },
    node(),
    await dataFolder(dataDir),
    stored,
    owner(dataDir),
    await nativePart('sessions', async () => tryDatabase()),
    await nativePart('terminals', loadPty),
    await git(),
    await window(),
    display(process.env),
    await environment(dataDir, stored),
    ...(stored.state === 'missing' ? [MODELS_UNKNOWN] : await models(dataDir)),
  ]
}

function node(): Finding {
  const [major = 0] = process.versions.node.split('.').map(Number)
  const said = `${process.versions.node}${major < 24 ? ': Orrery needs 24.3 or newer' : ''}`
  return { what: 'Node', state: major < 24 ? 'missing' : 'fine', said }
}

async function dataFolder(dataDir: string): Promise<Finding> {
  const what = 'data folder'
  const isWritable = await access(dataDir, constants.W_OK).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  )
  if (isWritable) return { what, state: 'fine', said: dataDir }
  return { what, state: 'missing', said: `${dataDir} can't be written: choose one with --data-dir` }
}

async function store(dataDir: string): Promise<Finding> {
  const what = 'store'
  try {
    if (!hasStore(dataDir)) return { what, state: 'fine', said: 'nothing stored yet' }
    const trouble = (await findUnsaved(dataDir)) ?? (await findLackOfRoom(dataDir))
    if (trouble !== undefined) return { what, state: 'missing', said: trouble }
    await using opened = await openStore({ dataDir, clock: systemClock, mode: 'reader' })
    // While an owner writes to it, it can't be checked.
    const isDamaged = !isOwned(dataDir) && (await findDamage(storeFileIn(dataDir))).length > 0
    if (isDamaged) return { what, state: 'missing', said: describeDamage(dataDir) }
    const count = formatCount(opened.sessions.list().length, 'session')
    return { what, state: 'fine', said: count }
  } catch (error) {
    return { what, state: 'missing', said: messageOf(error) }
  }
}

async function findLackOfRoom(dataDir: string): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(dataDir)
  const freeBytes = bavail * bsize
  if (freeBytes >= LEAST_FREE_BYTES) return undefined
  return `The disk is full: ${formatBytes(freeBytes)} are free. Make room before you go on.`
}

function owner(dataDir: string): Finding {
  const found = isOwned(dataDir) ? findOwner(dataDir) : undefined
  const said = found ? `process ${found.pid} (${found.face})` : 'nobody: the next to start'
  return { what: 'owner', state: 'fine', said }
}

async function nativePart(what: string, load: () => Promise<unknown>): Promise<Finding> {
  try {
    await load()
    return { what, state: 'fine', said: 'their native part loads' }
  } catch (error) {
    return { what, state: 'missing', said: messageOf(explainNative(error) ?? error) }
  }
}

async function git(): Promise<Finding> {
  const { output } = await runGit(tmpdir(), ['version'])
  if (output !== undefined) return { what: 'git', state: 'fine', said: output.trim() }
  const said = 'Install it to see what changed since the last commit.'
  return { what: 'git', state: 'absent', said }
}

async function window(): Promise<Finding> {
  const { rendererDir } = findInstallation()
  const isBuilt = await access(join(rendererDir, 'index.html')).then(
    () => true,
    () => false,
  )
  if (isBuilt) return { what: 'window', state: 'fine', said: 'built' }
  return {
    what: 'window',
    state: 'absent',
    said: 'not built yet: npm run build (npm start does it)',
  }
}

function display(env: NodeJS.ProcessEnv): Finding {
  if (hasDisplay(env)) return { what: 'display', state: 'fine', said: 'there is one' }
  return { what: 'display', state: 'absent', said: 'none: orrery serve prints a link to open' }
}

/** The variables that agents' programs don't get in the project of the current folder: names alone. */
async function environment(dataDir: string, { state }: Finding): Promise<Finding> {
  const what = 'environment'
  const allowed = state === 'missing' ? [] : await findAllowed(dataDir)
  const withheld = findWithheld(process.env, { allowed })
  const given = allowed.length > 0 ? ` Allowed here: ${allowed.join(', ')}.` : ''
  const names = withheld.length > 0 ? withheld.join(', ') : 'nothing'
  const said = `Withheld from agents' programs: ${names}.${given} Allow one with: orrery settings environment.allow NAME`
  return { what, state: 'fine', said: toPrintable(said) }
}

async function findAllowed(dataDir: string): Promise<readonly string[]> {
  if (!hasStore(dataDir)) return []
  await using opened = await openStore({ dataDir, clock: systemClock, mode: 'reader' })
  const project = opened.projects.findByPath(resolve('.'))
  return project ? allowedVariables(opened.settings.read(), project.id) : []
}

/** Their settings are in the store. */
const MODELS_UNKNOWN: Finding = {
  what: 'models',
  state: 'absent',
  said: 'not checked, because the store can’t be used',
}

/** What a provider lacks is no fault: one that is ready is enough. */
async function models(dataDir: string): Promise<readonly Finding[]> {
  try {
    await using providers = await openProviders(dataDir)
    const described = await providers.list()
    const real = described.filter(({ isScripted }) => !isScripted)
    return real.map((provider) => ({
      what: provider.id,
      state: provider.isReady && !provider.isRefused ? 'fine' : 'absent',
      said: readiness(provider),
    }))
  } catch (error) {
    return [{ what: 'models', state: 'missing', said: messageOf(error) }]
  }
}

function messageOf(error: unknown): string {
  return describeFileError(error) ?? (error instanceof Error ? error.message : String(error))
}
