import type { ForkPreview } from '#shared/contract/forks.ts'
import { AppError } from '#shared/error.ts'
import { LEAD_TYPE } from '#shared/events/agent.ts'
import type { AnyEvent, EventFor } from '#shared/events/index.ts'
import type { SessionId, SpanId } from '#shared/ids.ts'
import { fold } from '#shared/projections/define.ts'
import { type FilesState, files } from '#shared/projections/files.ts'
import { foldStates, initStates, type SessionStates } from '#shared/projections/index.ts'
import { isWholeThread } from '../agents/thread-places.ts'
import { inTurns } from '../log/in-turns.ts'
import { foldSummary, initSummary, type OpenSpan } from '../log/session-summary.ts'
import type { Store } from '../log/store.ts'
import { getSession } from '../session-rows.ts'

/** Where a checkpoint is in the log. */
export interface SavedThread {
  readonly checkpointId: string
  readonly seq: number
}

/** A session as it was at one of its events, as far as another can begin there. */
export interface Past {
  readonly sessionId: SessionId
  readonly seq: number
  readonly at: number
  readonly states: SessionStates
  /** The content of its files then; of a moment before any was recorded, the first that was. */
  readonly files: FilesState
  /** The commit that was checked out, where it is known. */
  readonly head?: string
  readonly openSpans: readonly OpenSpan[]
  /** By namespace: the last checkpoint of each thread then. */
  readonly threads: ReadonlyMap<string, SavedThread>
  readonly stepsLeftOut: number
}

/** Fails with `invalid-input` where the session has no such event. */
export async function readPast(store: Store, sessionId: SessionId, asked: number): Promise<Past> {
  getSession(store, sessionId)
  const last = store.events.lastSeq(sessionId)
  if (asked > last) {
    const message = `The session has ${last} events: there is no event ${asked}.`
    throw new AppError('invalid-input', message)
  }
  const seq = wholeFrom(store, sessionId, asked)
  const reading = new Reading()
  for await (const page of inTurns(store.events.read(sessionId, { through: seq }))) {
    reading.take(page)
  }
  const { states, at, head, threads, stepsLeftOut } = reading
  return {
    ...{ sessionId, seq, at, states, threads, stepsLeftOut },
    files: states.files.tree ? states.files : await firstFiles(store, sessionId, seq),
    openSpans: Object.values(reading.summary.open),
    ...(head !== undefined && { head }),
  }
}

/** What is said of it to a person. */
export function toConversation({ threads, stepsLeftOut }: Past): ForkPreview['conversation'] {
  const checkpointSeq = threads.get(LEAD)?.seq
  return { ...(checkpointSeq !== undefined && { checkpointSeq }), stepsLeftOut }
}

/** As our store names the thread of the lead. */
export const LEAD = ''

class Reading {
  readonly states = initStates()
  readonly summary = initSummary()
  at = 0
  head: string | undefined
  #saved: (SavedThread & { readonly namespace: string })[] = []
  #steps: number[] = []
  #leadId: SpanId | undefined

  take(page: readonly AnyEvent[]): void {
    foldStates(this.states, page)
    foldSummary(this.summary, page)
    for (const event of page) this.#look(event)
    this.at = page.at(-1)?.at ?? this.at
  }

  get threads(): ReadonlyMap<string, SavedThread> {
    return new Map(this.#saved.map(({ namespace, ...saved }) => [namespace, saved]))
  }

  /** Steps of the lead that its last checkpoint does not have. */
  get stepsLeftOut(): number {
    const saved = this.threads.get(LEAD)?.seq ?? 0
    return this.#steps.filter((seq) => seq > saved).length
  }

  #look(event: AnyEvent): void {
    switch (event.kind) {
      case 'snapshot.taken':
        this.head = event.data.head
        return
      case 'agent.started':
        if (event.data.type === LEAD_TYPE) this.#leadId ??= event.agentId
        return
      case 'model.started':
        if (this.#isStep(event)) this.#steps.push(event.seq)
        return
      case 'session.rewound':
        this.#forgetAfter(event.data.to)
        return
      case 'checkpoint.saved':
        this.#save(event)
    }
  }

  #save({ seq, data }: EventFor<'checkpoint.saved'>): void {
    const { namespace, checkpointId } = data
    if (isWholeThread(namespace)) this.#saved.push({ namespace, checkpointId, seq })
  }

  #isStep({ agentId, data }: EventFor<'model.started'>): boolean {
    return agentId === this.#leadId && data.purpose === 'step' && data.attempt === 1
  }

  #forgetAfter(to: number): void {
    this.#steps = this.#steps.filter((seq) => seq <= to)
    this.#saved = this.#saved.filter(({ seq }) => seq <= to)
  }
}

/** What a rewind wrote in one go is not taken apart: its threads are saved right after it is said. */
function wholeFrom({ events }: Store, sessionId: SessionId, asked: number): number {
  const [first, ...rest] = [
    ...events.read(sessionId, { after: asked - 1, through: asked + MOST }),
  ].flat()
  if (first?.kind !== 'session.rewound') return asked
  const after = rest.findIndex(({ kind }) => kind !== 'checkpoint.saved')
  return asked + (after < 0 ? rest.length : after)
}

/** Far more threads than a session has. */
const MOST = 500

/** Nothing had changed before it was first looked at. */
async function firstFiles(store: Store, sessionId: SessionId, seq: number): Promise<FilesState> {
  for await (const page of inTurns(store.events.read(sessionId, { after: seq }))) {
    const taken = page.find(({ kind }) => kind === 'snapshot.taken')
    if (taken) return fold(files, files.init(), [taken])
  }
  return files.init()
}
