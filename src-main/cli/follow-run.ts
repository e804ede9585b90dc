import { z } from 'zod'
import type { Client } from '#shared/contract/define.ts'
import type { HostContract } from '#shared/contract/index.ts'
import { AppError } from '#shared/error.ts'
import type { AnyEvent } from '#shared/events/index.ts'
import type { Outcome } from '#shared/events/value.ts'
import type { ApprovalId, RunId, SessionId } from '#shared/ids.ts'
import { parseJson } from '#shared/lib/parse-json.ts'
import type { Approval } from '#shared/projections/approvals.ts'
import type { Answer, Approver, Requested } from './approver.ts'
import type { Reporter } from './reporter.ts'

/** A run that is on, and what is to be made of it. */
export interface Followed {
  readonly client: Client<HostContract>
  readonly sessionId: SessionId
  /** Everything later is shown. */
  readonly after: number
  readonly reporter: Reporter
  readonly approver: Approver
  /** The log has it from its start, however late it is followed. */
  readonly runId: RunId
  /** What waited for a person before that. */
  readonly waiting: readonly Approval[]
}

/** Shows a run and decides what it asks, until it has ended. */
export function followRun(followed: Followed): Promise<Outcome> {
  return new Following(followed).read()
}

class Following {
  readonly #followed: Followed
  readonly #ends = new Map<RunId, Outcome>()
  readonly #asked = new Map<ApprovalId, AbortController>()
  readonly #answers = new Set<Promise<void>>()
  readonly #stopped = new AbortController()
  #failure: { readonly error: unknown } | undefined

  constructor(followed: Followed) {
    this.#followed = followed
  }

  /** Resolves with the outcome of the run. */
  async read(): Promise<Outcome> {
    const { client, sessionId, after, waiting } = this.#followed
    const { signal } = this.#stopped
    for (const approval of waiting) this.#answer({ data: approval })
    try {
      for await (const page of client['sessions.events']({ sessionId, after }, signal)) {
        this.#take(page)
        if (this.#outcome()) break
      }
    } catch (error) {
      if (!signal.aborted) throw error
    }
    await Promise.all(this.#answers)
    if (this.#failure) throw this.#failure.error
    const outcome = this.#outcome()
    if (outcome) return outcome
    throw new AppError('cancelled', 'The session was deleted while its run was on.')
  }

  #outcome(): Outcome | undefined {
    return this.#ends.get(this.#followed.runId)
  }

  #take(page: readonly AnyEvent[]): void {
    this.#followed.reporter.receive(page)
    for (const event of page) {
      if (event.kind === 'approval.requested') this.#answer(event)
      if (event.kind === 'approval.decided') this.#asked.get(event.data.approvalId)?.abort()
      if (event.kind === 'run.ended') this.#noteEnd(event.runId, event.data.outcome)
    }
  }

  /** What went wrong with an answer ends the following as well. */
  #fail(error: unknown): void {
    this.#failure ??= { error }
    this.#stopped.abort()
  }

  #noteEnd(runId: RunId | undefined, outcome: Outcome): void {
    if (runId) this.#ends.set(runId, outcome)
    for (const asked of this.#asked.values()) asked.abort()
  }

  #answer(request: Requested): void {
    const abort = new AbortController()
    this.#asked.set(request.data.approvalId, abort)
    const answer = this.#decide(request, abort.signal).catch((error: unknown) => this.#fail(error))
    this.#answers.add(answer)
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
    const { client, sessionId } = this.#followed
    if (!('ref' in data.args)) return { data }
    const content = await client['files.content']({ sessionId, hash: data.args.ref })
    const json = content.type === 'text' ? z.json().safeParse(parseJson(content.text)).data : null
    return json ? { data: { ...data, args: { json } } } : { data }
  }

  /** Answers with what is wrong with a person's decision, where they can decide otherwise. */
  async #tell(
    { data: { approvalId } }: Requested,
    answer: Answer,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const { client, sessionId } = this.#followed
    try {
      await client['approvals.decide']({ sessionId, approvalId, ...answer })
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
