import type { Workspace, WorkspaceOptions } from './define.ts'
import { SessionWorkspace } from './session-workspace.ts'

/** Opens the files of one session. The caller disposes it; nothing is left running then. */
export async function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  const workspace = new SessionWorkspace(options)
  await workspace.begin()
  return workspace
}

/** The files of a session, for looking at alone: nothing is watched or taken down. The caller disposes it. */
export function lookAtWorkspace(options: WorkspaceOptions): Workspace {
  return new SessionWorkspace(options)
}
