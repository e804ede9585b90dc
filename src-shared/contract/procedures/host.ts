import { z } from 'zod'
import { ProjectId, SessionId } from '../../lib/ids.ts'
import { call, stream } from './define.ts'

/** By agent, as the timeline lists them: when it was at work, in ms since the session's start. */
export const WorkLanes = z.array(z.array(z.tuple([z.number(), z.number()])))
export type WorkLanes = z.infer<typeof WorkLanes>

export const HostDescription = z.object({
  version: z.string(),
  platform: z.string(),
  dataDir: z.string(),
  homeDir: z.string(),
  /** Where secrets are kept, as a person would say it. */
  secrets: z.string(),
  /** What opens a file outside of Orrery on the host's machine; absent: nothing there could show it. */
  editor: z.string().optional(),
  /** What a person has to know of how the store was found, as sentences; absent: it was sound. */
  notice: z.string().optional(),
  /** Why what happens is kept in memory alone at present, as a sentence; absent: it is on disk. */
  unsaved: z.string().optional(),
  /** The bundled sample replay: the session it becomes, and how long it runs. */
  sample: z
    .object({
      sessionId: SessionId,
      title: z.string(),
      durationMs: z.number(),
      agents: z.int(),
      lanes: WorkLanes.optional(),
    })
    .optional(),
})
export type HostDescription = z.infer<typeof HostDescription>

/** Says which documents are no longer what they were. */
export const Change = z.discriminatedUnion('topic', [
  z.object({ topic: z.literal('host') }),
  z.object({ topic: z.literal('projects') }),
  z.object({ topic: z.literal('sessions') }),
  z.object({ topic: z.literal('models') }),
  z.object({ topic: z.literal('settings') }),
  /** Rules that a person has made. */
  z.object({ topic: z.literal('policy') }),
  /** Subagent types were switched; without a project: everywhere. */
  z.object({ topic: z.literal('agents'), projectId: ProjectId.optional() }),
  z.object({ topic: z.literal('skills'), projectId: ProjectId }),
  z.object({ topic: z.literal('memories'), projectId: ProjectId }),
  z.object({ topic: z.literal('tasks'), projectId: ProjectId }),
  /** Servers, their tools, or how they are. */
  z.object({ topic: z.literal('mcp') }),
  z.object({ topic: z.literal('terminals'), sessionId: SessionId }),
  /** Files on disk changed. `paths` are below the project's root; absent: any may have. */
  z.object({
    topic: z.literal('files'),
    projectId: ProjectId,
    paths: z.array(z.string()).optional(),
  }),
])
export type Change = z.infer<typeof Change>

/** A process that needs the host to keep running. */
export const LeaseHolder = z.object({
  /** Which command it runs: `run`, `stop` … */
  command: z.string(),
  pid: z.int(),
})
export type LeaseHolder = z.infer<typeof LeaseHolder>

export const host = {
  'host.describe': call(z.object({}), HostDescription),
  /** The one stream that says what to fetch again. */
  'host.changes': stream(z.object({}), Change),
  /**
   * Keeps the host's process running until the stream is closed, unless a person ends it. Its one item
   * says that the lease was granted; fails as `unavailable` where the host is already closing.
   */
  'host.lease': stream(LeaseHolder, z.object({})),
} as const

const Bytes = z.int().nonnegative()

/** What a session takes. Deleting it frees all but what it shares. */
export const SessionSize = z.object({
  id: SessionId,
  logBytes: Bytes,
  checkpointBytes: Bytes,
  /** Files and texts that no other session uses. */
  contentBytes: Bytes,
  sharedBytes: Bytes,
})
export type SessionSize = z.infer<typeof SessionSize>

/** What no session has for itself. */
export const OtherSizes = z.object({
  /** Contents that several sessions use, each counted once. */
  sharedBytes: Bytes,
  /** Memories, and what else projects keep. */
  memoryBytes: Bytes,
  /** All that is left of the file: indexes, settings, and room that pages have. */
  restBytes: Bytes,
})
export type OtherSizes = z.infer<typeof OtherSizes>

/** Its parts add up to `fileBytes`. */
export const StoreSizes = z.object({
  fileBytes: Bytes,
  /** Of the file: left by what was deleted, and used again before it grows. */
  freeBytes: Bytes,
  others: OtherSizes,
  sessions: z.array(SessionSize),
})
export type StoreSizes = z.infer<typeof StoreSizes>

export const store = {
  'store.sizes': call(z.object({}), StoreSizes),
} as const
