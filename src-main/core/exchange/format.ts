import { z } from 'zod'
import { WorkLanes } from '#shared/contract/host.ts'
import type { AnyEvent } from '#shared/events/index.ts'
import { Hash, ProjectId, SessionId } from '#shared/ids.ts'

/** The first line of a session's file. */
export const Header = z.object({
  format: z.literal('orrery-session'),
  /** Of the file; events have versions of their own kinds. */
  version: z.literal(1),
  sessionId: SessionId,
  projectId: ProjectId,
  root: z.string(),
  title: z.string(),
  createdAt: z.number(),
  durationMs: z.number().nonnegative(),
  agents: z.int().nonnegative(),
  events: z.int().nonnegative(),
  /** What it looks like from afar; files from before this was written have none. */
  lanes: WorkLanes.optional(),
})
export type Header = z.infer<typeof Header>

/** Every further line: events in order, each after the contents that it is the first to refer to. */
export const Line = z.union([
  z.object({ blob: Hash, base64: z.base64() }),
  z.object({
    // Its data is parsed by its kind's schema when it is written to the log.
    event: z.custom<AnyEvent>((value) => typeof value === 'object' && value !== null),
    /** Of the event's kind. Files without it are older than the first kind of version 2. */
    version: z.int().positive().default(1),
  }),
])
export type Line = z.infer<typeof Line>
