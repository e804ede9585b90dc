import type { HostContract } from '#shared/contract/index.ts'
import type { Client } from '#shared/contract/procedures/define.ts'
import type { AnyEvent } from '#shared/events/index.ts'
import type { Outcome } from '#shared/events/value.ts'
import { AnyJson } from '#shared/json/marked-json.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { ApprovalId, RunId, SessionId } from '#shared/lib/ids.ts'
import { parseJson } from '#shared/lib/json.ts'
import type { Approval } from '#shared/projections/approvals.ts'
import type { Wait } from '#shared/projections/status.ts'
import type { Answer, Approver, Requested } from '../approvals/approver.ts'
import type { Reporter } from '../run-output/reporter.ts'

/** A run to follow. */
export interface Followed {
  readonly sessionId: SessionId
  /** Everything later is shown. */
  readonly after: number
  readonly reporter: Reporter
  readonly approver: Approver
  /** The log has it from its start, however late it is followed. */
  readonly runId: RunId
  /** What waited for a person before that. */
  readonly waiting: readonly Approval[]
  /** The limit that the session's run waited for before that. */
  readonly wait?: Pick<Wait, 'until'>
  /** Whether a wait for a limit is followed to its end, too; else it ends the following. */
  readonly waitsForLimits?: boolean
}

/** Shows a run and decides what it asks. Where the connection is lost, it continues with another client. */
export class RunFollower {
  readonly #followed: Followed
  readonly #ends = new Map<RunId, Outcome>()
  /** Requests without a decision. */
  readonly #requests = new Map<ApprovalId, Requested>()
  #runId: RunId
  #lastSeq: number
  #wait: Pick<Wait, 'until'> | undefined

  constructor(followed: Followed) {
    this.#followed = followed
    this.#runId = followed.runId
    this.#lastSeq = followed.after
    this.#wait = followed.wait
    for (const approval of followed.waiting) this.#note({ data: approval })
  }

  get runId(): RunId {
    return this.#runId
  }

  /** The limit that the run waits for, where its wait isn't followed. */
  get wait(): Pick<Wait, 'until'> | undefined {
    return this.#followed.waitsForLimits ? undefined : this.#wait
  }

  /** Continues with the run that resumed this one. */
  followNext(runId: RunId): void {
    this.#runId = runId
  }

  /** Resolves with the outcome of the run; with `error` where it waits for a limit that isn't waited for. */
  async read(client: Client<HostContract>): Promise<Outcome> {
    const { sessionId } = this.#followed
    await using answers = new Answers(client, this.#followed)
    for (const request of this.#requests.values()) answers.give(request)
    const { signal } = answers
    try {
      const input = { sessionId, after: this.#lastSeq }
      for await (const page of client['sessions.events'](input, signal)) {
        this.#take(page, answers)
        if (this.#outcome()) break
      }
    } catch (error) {
      answers.cancelAll()
      if (!signal.aborted) throw error
    }
    await answers.settle()
    const outcome = this.#outcome()
    if (outcome) return outcome
    throw new AppError('cancelled', 'The session was deleted while its run was on.')
  }

  #outcome(): Outcome | undefined {
    return this.#ends.get(this.#runId) ?? (this.wait && 'error')
  }

  #take(page: readonly AnyEvent[], answers: Answers): void {
    this.#followed.reporter.receive(page)
    this.#lastSeq = page.at(-1)?.seq ?? this.#lastSeq
    for (const event of page) {
      this.#noteWait(event, answers)
      if (event.kind === 'approval.requested') {
        this.#note(event)
        answers.give(event)
      }
      if (event.kind === 'approval.decided') {
        this.#requests.delete(event.data.approvalId)
        answers.cancel(event.data.approvalId)
      }
      if (event.kind === 'run.ended' && event.runId) {
        this.#ends.set(event.runId, event.data.outcome)
        if (event.runId === this.#runId) answers.cancelAll()
      }
    }
  }

  #noteWait({ kind, data }: AnyEvent, answers: Answers): void {
    if (kind === 'limit.resolved') this.#wait = undefined
    if (kind !== 'limit.reached') return
    this.#wait = data
    if (this.wait) answers.cancelAll()
  }

  #note(request: Requested): void {
    this.#requests.set(request.data.approvalId, request)
  }
}

/** The answers to a run's requests, over one connection. */
class Answers implements AsyncDisposable {
  readonly #client: Client<HostContract>
  readonly #followed: Followed
  readonly #asked = new Map<ApprovalId, AbortController>()
  readonly #given = new Set<Promise<void>>()
  readonly #stopped = new AbortController()
  #failure: { readonly error: unknown } | undefined

  constructor(client: Client<HostContract>, followed: Followed) {
    this.#client = client
    this.#followed = followed
  }

  /** Aborted once an answer has failed. */
  get signal(): AbortSignal {
    return this.#stopped.signal
  }

  give(request: Requested): void {
    const abort = new AbortController()
    this.#asked.set(request.data.approvalId, abort)
    const given = this.#decide(request, abort.signal).catch((error: unknown) => this.#fail(error))
    this.#given.add(given)
  }

  cancel(approvalId: ApprovalId): void {
    this.#asked.get(approvalId)?.abort()
  }

  cancelAll(): void {
    for (const asked of this.#asked.values()) asked.abort()
  }

  /** Throws where an answer failed. */
  async settle(): Promise<void> {
    await Promise.all(this.#given)
    if (this.#failure) throw this.#failure.error
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cancelAll()
    await Promise.all(this.#given)
  }

  /** An error while answering also ends following the run. */
  #fail(error: unknown): void {
    this.#failure ??= { error }
    this.#stopped.abort()
  }

  async #decide(asked: Requested, signal: AbortSignal): Promise<void> {
    const request = await this.#withArgs(asked)
    let problem: string | undefined
    do {
      const answer = await this.#followed.approver(request, signal, problem)
      if (!answer) return
      problem = await this.#tell(request, answer, signal)
    } while (problem !== undefined && !signal.aborted)
  }

  /** Loads arguments that are too large for their event: a person must see all of what they decide. */
  async #withArgs({ data }: Requested): Promise<Requested> {
    const { sessionId } = this.#followed
    if (!('ref' in data.args)) return { data }
    const content = await this.#client['files.content']({ sessionId, hash: data.args.ref })
    const json = content.type === 'text' ? AnyJson.safeParse(parseJson(content.text)).data : null
    return json ? { data: { ...data, args: { json } } } : { data }
  }

  /** Answers with what is wrong with a person's decision, where they can decide otherwise. */
  async #tell(
    { data: { approvalId } }: Requested,
    answer: Answer,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const { sessionId } = this.#followed
    try {
      await this.#client['approvals.decide']({ sessionId, approvalId, ...answer })
      return undefined
    } catch (error) {
      if (signal.aborted) return undefined
      if (!AppError.is(error)) throw error
      const { code, message } = error
      const isEdited = answer.decision === 'edit' && answer.by === 'person'
      if (answer.by === 'person' && code === 'invalid-input') return message
      if (isEdited && code === 'not-found') return message
      // Another window was quicker, or the run has ended meanwhile.
      if (code === 'conflict' || code === 'not-found') return undefined
      throw error
    }
  }
}
