import { readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { AppError } from '#shared/lib/app-error.ts'
import type { Clock } from '../runtime/clock.ts'
import { Blobs } from './blobs/blobs.ts'
import { Compressor } from './blobs/compressor.ts'
import { CheckpointStore } from './checkpoints/checkpoints.ts'
import { CommitQueue } from './commits/commit-queue.ts'
import { type Db, toDamage } from './database/database.ts'
import { isOwned } from './database/owner-lock.ts'
import {
  describeFileError,
  describeForeignLogToReader,
  type Report,
  raise,
} from './database/store-error.ts'
import { EventLog } from './events/event-log.ts'
import { openSound, type SoundStore } from './open-sound.ts'
import { openForReader } from './opening/open-database.ts'
import { ClosedNote } from './recovery/closed-note.ts'
import { describeForeignLog, type RescueProgress } from './recovery/rescue.ts'
import { DecisionTable } from './tables/decisions.ts'
import { Documents } from './tables/documents.ts'
import { ProjectTable } from './tables/projects.ts'
import { RuleTable } from './tables/rules.ts'
import { SessionTable } from './tables/sessions.ts'
import { SettingsTable } from './tables/settings.ts'
import { Summaries } from './tables/summaries.ts'
import { TaskTable } from './tables/tasks.ts'
import { TrustTable } from './tables/trust.ts'

interface StoreOptions {
  readonly dataDir: string
  readonly clock: Clock
  /** `reader` writes nothing, and may read while another process is the owner. */
  readonly mode: 'owner' | 'reader'
  /** Whoever owned it last did not end as it should. */
  readonly isAfterCrash?: boolean
  /** Whether it's unknown how the last owner left the store. If so, it is checked first. */
  readonly isUnknown?: boolean
  /** Notice for the user about changes made before opening. */
  readonly notice?: string | undefined
  /** Called while a damaged store is rescued. */
  readonly onRescue?: ((progress: RescueProgress) => void) | undefined
  /** Absent: what nobody waits for and fails is thrown, and ends the process. */
  readonly report?: Report
}

/** Everything that is kept, in one SQLite file of the data folder. Disposing commits what waits. */
export interface Store extends AsyncDisposable {
  /** Without links. */
  readonly dataDir: string
  /** What a person has to know of how it was found: it was damaged. */
  readonly notice: string | undefined
  readonly events: EventLog
  readonly blobs: Blobs
  readonly checkpoints: CheckpointStore
  readonly decisions: DecisionTable
  readonly documents: Documents
  readonly projects: ProjectTable
  readonly rules: RuleTable
  readonly sessions: SessionTable
  readonly settings: SettingsTable
  readonly summaries: Summaries
  readonly tasks: TaskTable
  readonly trust: TrustTable
  /** Why what is written is held in memory alone, as a sentence; `undefined`: it is durable. */
  readonly unsaved: string | undefined
  /** Called when that begins, and when all of it has come to disk. */
  readonly onDidChangeSaving: CommitQueue['onDidChangeSaving']
  /** Resolves once everything that was asked for before is durable. */
  flush(): Promise<void>
}

/**
 * Opens the store of a data folder. An owner's is made where there is none, and brought up to date
 * after a backup where it is older. Fails with a sentence: `unavailable` or `unsupported`.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { db, notice } = await openFile(options)
  const owned = new AsyncDisposableStack()
  owned.adopt(db, (one) => void one.close())
  try {
    const notices = joinSentences(options.notice, notice)
    return await openTables(db, { ...options, notice: notices }, owned)
  } catch (error) {
    await owned.disposeAsync()
    // Preparing statements fails only if the store is damaged.
    throw error instanceof Database.SqliteError ? toDamage(db, error) : error
  }
}

async function openFile({
  dataDir,
  clock,
  mode,
  isAfterCrash = false,
  isUnknown = false,
  onRescue,
}: StoreOptions): Promise<SoundStore> {
  if (mode === 'reader') {
    checkLogIsOurs(dataDir)
    return { db: openForReader(dataDir) }
  }
  const sound = await openSound({ dataDir, isAfterCrash, isUnknown, at: clock.now(), onRescue })
  hideFromGit(dataDir)
  return sound
}

/** The names that Orrery gives to what is in a data folder. */
const OWN =
  /^(?:\.gitignore|(?:orrery|backup|search|semantic|owner|host|secrets|traces|closed)\..*|backup|forks|home|logs|terminals|electron)$/u

/**
 * Excludes the data folder from a repository around it; otherwise each snapshot would include the one before. A folder
 * that contains anything else stays as it is. A disk that takes nothing now is reported by the first write to the store.
 */
function hideFromGit(dataDir: string): void {
  if (!readdirSync(dataDir).every((name) => OWN.test(name))) return
  try {
    writeFileSync(join(dataDir, '.gitignore'), '*\n', { flag: 'wx' })
  } catch (error) {
    // `EEXIST` is among those that can be described: it was written before.
    if (describeFileError(error) === undefined) throw error
  }
}

/** A reader can't set a foreign write-ahead log aside, and would show another store's data. */
function checkLogIsOurs(dataDir: string): void {
  if (isOwned(dataDir) || !new ClosedNote(dataDir).hasForeignLog()) return
  throw new AppError('unavailable', describeForeignLogToReader(dataDir))
}

async function openTables(
  db: Db,
  { dataDir, clock, mode, notice, report = raise }: StoreOptions,
  owned: AsyncDisposableStack,
): Promise<Store> {
  const queue = owned.use(new CommitQueue(db, report))
  const blobs = owned.use(new Blobs(db, queue))
  const events = owned.use(new EventLog(db, queue, clock))
  const sessions = owned.use(new SessionTable(db, { queue, blobs, events }))
  const isOwner = mode === 'owner'
  const summaries = owned.use(
    new Summaries(db, { events, sessions, queue: isOwner ? queue : undefined }),
  )
  if (isOwner) {
    owned.defer(() => {
      summaries.save()
      if (!queue.save()) throw lost()
    })
    const compressor = owned.use(new Compressor(db, queue, report))
    owned.use(blobs.onDidStore((bytes) => compressor.add(bytes)))
    compressor.add(0)
    await sessions.finishDeletions()
  }
  return {
    dataDir: realpathSync(dataDir),
    notice,
    events,
    blobs,
    checkpoints: new CheckpointStore(db, { queue, blobs, events }),
    decisions: new DecisionTable(db, queue, clock),
    documents: new Documents(db, queue, clock),
    projects: new ProjectTable(db, queue),
    rules: new RuleTable(db, queue),
    sessions,
    settings: new SettingsTable(db, queue),
    summaries,
    tasks: new TaskTable(db, queue),
    trust: new TrustTable(db, queue, clock),
    get unsaved() {
      return queue.unsaved
    },
    onDidChangeSaving: queue.onDidChangeSaving,
    flush: () => queue.enqueue(() => undefined),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

function joinSentences(...sentences: readonly (string | undefined)[]): string | undefined {
  return sentences.filter((sentence) => sentence !== undefined).join(' ') || undefined
}

function lost(): AppError {
  const message =
    'The disk took nothing until the end: what was kept in memory alone is lost. Make room, or see that the data folder may be written.'
  return new AppError('unavailable', message)
}

/**
 * Opens the store for its owner, and checks it first if its file changed since it was closed. Adds its
 * disposal to `owned`.
 */
export async function openOwnStore(
  options: Omit<StoreOptions, 'mode' | 'notice'>,
  owned: AsyncDisposableStack,
): Promise<Store> {
  const { dataDir, clock, report, onRescue } = options
  const note = new ClosedNote(dataDir)
  const { isUnknown, hasChanged, foreignLog } = note.compare(clock.now())
  const store = await openStore({
    dataDir,
    clock,
    mode: 'owner',
    isAfterCrash: (options.isAfterCrash ?? false) || hasChanged,
    isUnknown,
    notice: foreignLog === undefined ? undefined : describeForeignLog(foreignLog),
    onRescue,
    ...(report && { report }),
  })
  owned.defer(() => note.write())
  owned.use(store)
  note.remove()
  return store
}
