import type { AnyEvent } from '#shared/events/index.ts'
import { RunId, type SessionId } from '#shared/lib/ids.ts'
import { type ApprovalsState, approvals } from '#shared/projections/approvals.ts'
import { type CodeReviewsState, codeReviews } from '#shared/projections/code-reviews.ts'
import { fold } from '#shared/projections/define.ts'
import { type DelegationState, delegation } from '#shared/projections/delegation.ts'
import { type FilesState, files } from '#shared/projections/files.ts'
import { type PinsState, pins } from '#shared/projections/pins.ts'
import { type SeenFilesState, seenFiles } from '#shared/projections/seen-files.ts'
import { type StatusState, status } from '#shared/projections/status.ts'
import { type TasksState, tasks } from '#shared/projections/tasks.ts'
import type { RunSpan } from '#shared/projections/timeline.ts'
import { type TranscriptState, transcript } from '#shared/projections/transcript.ts'
import type { StatesAt } from '#shared/wire/state-chunks.ts'
import type { EventLog } from '../../store/events/event-log.ts'
import type { LiveStates } from '../../store/events/live-states.ts'

/** What a run reads of its session's log, as it stands after the last commit. */
export class SessionView implements Disposable {
  readonly transcript: TranscriptState
  readonly approvals: ApprovalsState
  readonly delegation: DelegationState
  readonly status: StatusState
  readonly pins: PinsState
  readonly tasks: TasksState
  readonly codeReviews: CodeReviewsState
  readonly files: FilesState
  readonly seenFiles: SeenFilesState
  /** Its runs when the view was opened. */
  readonly runs: readonly RunSpan[]
  /** The last of them. */
  readonly lastRunId: RunId | undefined
  readonly sessionId: SessionId
  readonly #subscription: Disposable
  #seq: number

  static async open(states: LiveStates, log: EventLog, sessionId: SessionId): Promise<SessionView> {
    return new SessionView(await states.load(sessionId), log, sessionId)
  }

  private constructor({ seq, states }: StatesAt, log: EventLog, sessionId: SessionId) {
    this.transcript = transcript.copy(states.transcript)
    this.approvals = approvals.copy(states.approvals)
    this.delegation = delegation.copy(states.delegation)
    this.status = status.copy(states.status)
    this.pins = pins.copy(states.pins)
    this.tasks = tasks.copy(states.tasks)
    this.codeReviews = codeReviews.copy(states.codeReviews)
    this.files = files.copy(states.files)
    this.seenFiles = seenFiles.copy(states.seenFiles)
    this.#seq = seq
    this.runs = [...states.timeline.runs]
    const last = this.runs.at(-1)?.id
    this.lastRunId = last === undefined ? undefined : RunId.parse(last)
    this.sessionId = sessionId
    this.#subscription = log.onDidAppend((events) => this.#keepUp(events))
  }

  /** The session whose id its spans are named by: of a fork, the first of its line. */
  get origin(): SessionId {
    return this.status.forkedFrom?.origin ?? this.sessionId
  }

  /** Of the last event that it knows. */
  get seq(): number {
    return this.#seq
  }

  #keepUp(events: readonly AnyEvent[]): void {
    if (events[0]?.sessionId !== this.sessionId) return
    const later = events.filter(({ seq }) => seq > this.#seq)
    fold(transcript, this.transcript, later)
    fold(approvals, this.approvals, later)
    fold(delegation, this.delegation, later)
    fold(status, this.status, later)
    fold(pins, this.pins, later)
    fold(tasks, this.tasks, later)
    fold(codeReviews, this.codeReviews, later)
    fold(files, this.files, later)
    fold(seenFiles, this.seenFiles, later)
    this.#seq = later.at(-1)?.seq ?? this.#seq
  }

  [Symbol.dispose](): void {
    this.#subscription[Symbol.dispose]()
  }
}
