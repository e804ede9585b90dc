import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReplayFacts } from '#shared/contract/procedures/exchange.ts'
import type { AnyEvent } from '#shared/events/index.ts'
import type { FileContent } from '#shared/events/value.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { Hash } from '#shared/lib/ids.ts'
import { GitObjects } from '../git/git-objects.ts'
import { replaceRanges } from '../redaction/find-ranges.ts'
import { type Place, privateWords, Redaction } from '../redaction/redaction.ts'
import type { Cut, PieceScan } from '../redaction/scan-chunks.ts'
import { getSession, hasFolder } from '../sessions/session-rows.ts'
import type { Store } from '../store/store.ts'
import { decodeText } from '../text/detect-encoding.ts'
import { nameEncoding } from '../workspace/files/text-format.ts'
import { writeDocument } from './replay-document.ts'
import { Rewriter } from './rewriter.ts'
import { findRuns, getRun, selectEvents, WantedContents } from './select-events.ts'
import type { ReplayTask } from './write-replay.worker.ts'

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

/** What must be known of all events before the first is written. */
interface Scanned {
  readonly events: number
  /** What is cut out of texts that came in pieces, by the seq of the piece. */
  readonly cuts: ReadonlyMap<number, readonly Cut[]>
  /** Contents of files that were changed, or about to be. */
  readonly changed: ReadonlySet<Hash>
}

/** Reads events once: what they say in pieces, across which a secret may lie, and what they changed. */
function scanEvents(events: Iterable<AnyEvent>, redaction: Redaction): Scanned {
  const cuts = new Map<number, Cut[]>()
  const changed = new Set<Hash>()
  const scans = new Map<string, PieceScan>()
  const scanOf = (key: string) => {
    const scan = scans.get(key) ?? redaction.scan((seq, cut) => addTo(cuts, seq, cut))
    scans.set(key, scan)
    return scan
  }
  let count = 0
  for (const event of events) {
    count += 1
    const piece = pieceOf(event)
    if (piece) scanOf(piece.key).add(event.seq, piece.text)
    for (const content of changesOf(event)) if (content?.hash) changed.add(content.hash)
    if (event.kind === 'model.ended' || event.kind === 'terminal.ended') {
      endOf(scans, event.spanId ?? '')
    }
  }
  for (const scan of scans.values()) scan.end()
  return { events: count, cuts, changed }
}

/** A piece of a longer text, and which one; `undefined`: what it says, it says whole. */
function pieceOf(event: AnyEvent): { readonly key: string; readonly text: string } | undefined {
  const { spanId = '' } = event
  if (event.kind === 'terminal.output') return { key: `${spanId} output`, text: event.data.text }
  if (event.kind !== 'model.delta') return undefined
  const { channel, call = 0, text } = event.data
  return { key: `${spanId} ${channel} ${call}`, text }
}

function endOf(scans: Map<string, PieceScan>, spanId: string): void {
  for (const [key, scan] of scans) {
    if (!key.startsWith(`${spanId} `)) continue
    scan.end()
    scans.delete(key)
  }
}

function addTo(cuts: Map<number, Cut[]>, seq: number, cut: Cut): void {
  const known = cuts.get(seq)
  if (known) known.push(cut)
  else cuts.set(seq, [cut])
}

function changesOf(event: AnyEvent): readonly (FileContent | null | undefined)[] {
  if (event.kind === 'file.changed') return [event.data.before, event.data.after]
  if (event.kind === 'approval.requested') {
    return [event.data.change?.before, event.data.change?.after]
  }
  const display = event.kind === 'tool.ended' ? event.data.display : undefined
  return display?.type === 'diff' ? [display.before, display.after] : []
}

interface Parts {
  readonly redaction: Redaction
  readonly scanned: Scanned
  readonly wanted: WantedContents
}

/** What a replay is made of: events as lines of JSON, each after the contents that it is the first to refer to. */
class ReplayLines {
  readonly #scanned: Scanned
  readonly #rewriter: Rewriter
  #waiting: string[] = []
  #contents = 0

  constructor({ redaction, scanned, wanted }: Parts) {
    const { text, word, value } = redaction
    const { find, nameMissing } = wanted
    const keep = (hash: Hash, content: Uint8Array) => this.#keep(hash, content)
    this.#scanned = scanned
    this.#rewriter = new Rewriter({ find, nameMissing, text, word, value, keep })
  }

  /** How many were written. */
  get contents(): number {
    return this.#contents
  }

  async *write(events: Iterable<AnyEvent>): AsyncGenerator<string> {
    for (const event of events) {
      const rewritten = await this.#rewriter.rewriteEvent(this.#cut(event))
      yield* this.#waiting.splice(0)
      yield `${JSON.stringify({ event: rewritten })}\n`
    }
  }

  async #keep(hash: Hash, content: Uint8Array): Promise<void> {
    const text = await decodeText(content)
    const encoding = text && nameEncoding(text)
    const held = text
      ? { text: text.raw, ...(encoding && { encoding }) }
      : { base64: Buffer.from(content).toString('base64') }
    this.#contents += 1
    this.#waiting.push(`${JSON.stringify({ content: hash, ...held })}\n`)
  }

  /** What it says in pieces was looked through with what is around it. */
  #cut(event: AnyEvent): AnyEvent {
    const cuts = this.#scanned.cuts.get(event.seq)
    if (!cuts) return event
    if (event.kind === 'terminal.output' || event.kind === 'model.delta') {
      const text = replaceRanges(event.data.text, cuts)
      // The same kind of event, with another text.
      return { ...event, data: { ...event.data, text } } as AnyEvent
    }
    return event
  }
}
