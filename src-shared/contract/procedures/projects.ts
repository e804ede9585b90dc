import { z } from 'zod'
import { ProjectId } from '../../lib/ids.ts'
import { call } from './define.ts'

export const Project = z.object({
  id: ProjectId,
  name: z.string(),
  path: z.string(),
  openedAt: z.number(),
  sessions: z.int().nonnegative(),
  running: z.int().nonnegative(),
  costUsd: z.number(),
  unpricedCalls: z.int().nonnegative(),
  /** The folder is no longer there. */
  isMissing: z.boolean(),
})
export type Project = z.infer<typeof Project>

export const Folder = z.object({
  path: z.string(),
  parent: z.string().nullable(),
  folders: z.array(z.object({ name: z.string(), path: z.string(), isProject: z.boolean() })),
})
export type Folder = z.infer<typeof Folder>

export const projects = {
  /** Most recently opened first. */
  'projects.list': call(z.object({}), z.array(Project)),
  /** Opens a folder of the host's machine as a project; one that is known keeps its id. */
  'projects.open': call(z.object({ path: z.string().min(1) }), z.object({ projectId: ProjectId })),
  /** Takes a project off the list. Its sessions and its files stay. */
  'projects.forget': call(z.object({ projectId: ProjectId }), z.object({})),
  /** Back on the list, where it was; its folder may have gone. */
  'projects.restore': call(z.object({ projectId: ProjectId }), z.object({})),
  /** The folders inside one, for the host-side folder picker; without a path, those of home. */
  'projects.browse': call(z.object({ path: z.string().optional() }), Folder),
} as const
