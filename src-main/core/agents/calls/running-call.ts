import { AsyncLocalStorage } from 'node:async_hooks'
import type { AnyEvent, Draft } from '#shared/events/index.ts'
import type { Display } from '#shared/events/tool.ts'
import type { RunId, SpanId } from '#shared/lib/ids.ts'
import type { TypedSoFar } from '../../terminals/kept-terminal.ts'
import type { CallSource } from '../../workspace/files/file-changes.ts'
import type { RunRecord } from '../recording/run-record.ts'
import type { SeenByCall } from './seen-files/agent-seen-files.ts'

/** The tool call that runs, and what is noted of it along the way. */
export interface RunningCall {
  readonly spanId: SpanId
  readonly agentId: SpanId
  /** As its model named it: the same when it is begun again. */
  readonly toolCallId: string
  readonly runId: RunId
  /** Of the tool. */
  readonly name: string
  readonly title: string
  /** Where the files it names were when it was judged. */
  readonly places: CallSource['places']
  /** What had been typed into the terminal it types into when it was judged. */
  readonly typedBefore: TypedSoFar | undefined
  /** What it comes to, written in one go with its end where it succeeds. */
  readonly alongside: Draft[]
  /** What it shows its agent of files, written with its end. */
  readonly seen: SeenByCall
  /** Called once that is durable. */
  onWritten?: (events: readonly AnyEvent[]) => void
  /** How a person is shown what it came to. */
  display?: Display
  /** Why it failed, where what it answers holds all the same. */
  failure?: string
  /** A command, build or test failed, and the tool worked: the guard against repeated failures ignores it. */
  isWorkFailure?: true
  /** Names of variables of the environment that the failed program named and isn't given. */
  withheld?: readonly string[]
}

/** Whose changes are the call's, as long as its run is on. */
export function sourceOf({ log }: Pick<RunRecord, 'log'>, call: RunningCall): CallSource {
  const { spanId, runId, agentId, places } = call
  return { type: 'call', spanId, runId, agentId, places, isOver: () => log.isClosed }
}

/** Names the call that whatever happens now belongs to. */
export const runningCall = new AsyncLocalStorage<RunningCall>()
