import type { ProjectId, SessionId } from '#shared/ids.ts'

/** A session as the store lists it. */
export interface SessionRow {
  readonly id: SessionId
  readonly projectId: ProjectId
  /** The folder it works in. */
  readonly root: string
  readonly createdAt: number
}
