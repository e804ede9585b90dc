import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReplayFacts } from '#shared/contract/exchange.ts'
import { AppError } from '#shared/error.ts'
import type { AnyEvent } from '#shared/events/index.ts'
import type { Hash } from '#shared/ids.ts'
import { GitObjects } from '../git/git-objects.ts'
import type { Store } from '../log/store.ts'
import { getSession, hasFolder } from '../session-rows.ts'
import { type Place, privateWords } from './redaction/private-words.ts'
import { Redaction } from './redaction/redaction.ts'
import { writeDocument } from './replay-document.ts'
import { ReplayLines } from './replay-lines.ts'
import type { ReplayTask } from './replay-task.ts'
import { scanEvents } from './scan-events.ts'
import { findRuns, getRun, selectEvents } from './select-events.ts'
import { WantedContents } from './wanted-contents.ts'

/** Writes a session, or a run of it, as a page that replays it; of what its events refer to, one event’s at a time. */
export async function writeReplay(store: Store, task: ReplayTask): Promise<ReplayFacts> {
  await using owned = new AsyncDisposableStack()
  const { root } = getSession(store, task.sessionId)
  const runs = findRuns(store.events, task.sessionId)
  const range = task.run === undefined ? undefined : getRun(runs, task.run)
  const select = () => selectEvents(store.events, task.sessionId, range)
  const said = readNames(select())
  const projectName = redactName(task, { root, name: said.projectName })
  const words = privateWords(task.machine, { root, name: projectName })
  const redaction = new Redaction(words)
  const scanned = scanEvents(select(), redaction)
  const git = (await hasFolder({ root })) ? owned.use(new GitObjects(root)) : undefined
  const read = (hash: Hash) => readContent(store, git, hash)
  const wanted = new WantedContents({ read, files: task.files, changed: scanned.changed })
  const lines = new ReplayLines({ redaction, scanned, wanted })
  const facts = () => ({
    ...factsOf(task, runs.length),
    // It is among the events, too, and counted there.
    title: new Redaction(words).text(said.title),
    projectName,
    events: scanned.events,
    contents: lines.contents,
    leftOut: wanted.leftOut,
    redacted: redaction.counts,
  })
  const template = await readTemplate(task.template)
  const pieces = writeDocument({ template, lines: lines.write(select()), facts })
  return await pour(pieces, task.path)
}

/** A project is named after its folder. The name stands for the folder's path in every text. */
function redactName({ machine }: ReplayTask, place: Place): string {
  return new Redaction(privateWords(machine, place)).text(place.name)
}

function readNames(events: Iterable<AnyEvent>): { title: string; projectName: string } {
  const said = { title: '', projectName: '' }
  for (const event of events) {
    if (event.kind === 'session.created') said.projectName = event.data.projectName
    if (event.kind === 'session.renamed') said.title = event.data.title
  }
  return said
}

function factsOf({ exportedAt, version, sessionId, run }: ReplayTask, runs: number) {
  return { exportedAt, version, sessionId, runs, ...(run !== undefined && { run }) }
}

async function readContent(
  store: Store,
  git: GitObjects | undefined,
  hash: Hash,
): Promise<Uint8Array | undefined> {
  return hash.startsWith('git:') ? git?.read(hash) : store.blobs.get(hash)
}

async function readTemplate(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    const message = 'The page that replays a session was not built. Build it with: npm run build'
    throw new AppError('unavailable', message, { cause })
  }
}

/** Writes all of it, or nowhere; answers what the last piece came with. */
async function pour(
  pieces: AsyncGenerator<string, ReplayFacts>,
  path: string | undefined,
): Promise<ReplayFacts> {
  let facts: ReplayFacts | undefined
  const taken = async function* () {
    facts = yield* pieces
  }
  if (path === undefined) for await (const _piece of taken());
  else await pipeline(Readable.from(taken()), createWriteStream(path, { mode: 0o600 }))
  if (facts) return facts
  throw new Error('A page that was written to its end says what it is.')
}
