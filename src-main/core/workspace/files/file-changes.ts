import type { FileContent } from '#shared/events/value.ts'
import type { Hash, RunId, SpanId } from '#shared/lib/ids.ts'
import type { Encoding } from '../../text/text-encoding.ts'
import { type AgentPath, denied } from '../paths/agent-path.ts'

/** A content to be put back. `mode` is git's, 0 where it is not known. */
export interface PutBack {
  readonly bytes: Uint8Array
  readonly mode: number
}

/** The tool call that makes a change. */
export interface CallSource {
  readonly type: 'call'
  readonly spanId: SpanId
  readonly runId?: RunId
  readonly agentId?: SpanId
  /** Where the files it may change were when that was allowed: no others are. Absent: all there are. */
  readonly places?: ReadonlyMap<AgentPath, AgentPath | undefined> | undefined
  /** Called right before the change, while no other change runs. Throws to refuse it. */
  readonly verify?: () => Promise<void>
  /** Whether the call's run has ended: what changes then is nobody's, for the log. */
  readonly isOver?: () => boolean
}

/** Neither: what the machinery around an agent puts aside. */
interface OtherSource {
  readonly type: 'unknown'
}

export type ChangeSource = CallSource | { readonly type: 'person' } | OtherSource

/** What a write came to. `path` is where it really went: links inside the project are followed. */
export interface Written {
  readonly path: AgentPath
  readonly before: FileContent | null
  readonly after: FileContent | null
  readonly added: number
  readonly removed: number
  /** The file had other hard links, which keep the old content. */
  readonly hasLeftLinks?: true
}

/** A text to write in another encoding than its file has. */
export interface EncodedText {
  readonly text: string
  readonly encoding: Encoding
}

/** A file as a commit has it; `hash` leads to its content, `null` where the commit has no such file. */
export interface Committed {
  readonly commit: string
  readonly hash: Hash | null
}

/** The person's own skills. */
export interface SkillFolders {
  /** The real folder of the one that has this name; `undefined`: there is none. */
  find(name: string): Promise<string | undefined>
  /** Of all of them. */
  names(): Promise<readonly string[]>
}

/** Throws `denied` if a link makes `path` another file than when the change was allowed. */
export function refuseMoved(path: AgentPath, now: AgentPath | undefined, by: ChangeSource): void {
  const places = by.type === 'call' ? by.places : undefined
  if (!places || (places.has(path) && places.get(path) === now)) return
  throw denied(
    `${path} is another file than when this change was allowed. A link may have replaced it.`,
  )
}

/** Wraps a change so that it runs `by.verify` first. */
export function withVerification(
  by: ChangeSource,
  change: () => Promise<void>,
): () => Promise<void> {
  return async () => {
    await verify(by)
    await change()
  }
}

/** Runs what was to be checked right before the change. */
export async function verify(by: ChangeSource): Promise<void> {
  if (by.type === 'call') await by.verify?.()
}
