import { AppError } from '#shared/lib/app-error.ts'
import type { Workspace } from '../../../workspace/define.ts'
import type { AgentPath } from '../../../workspace/paths/agent-path.ts'

/** Throws if a path is given that doesn't exist, so that the agent learns why nothing is found. */
export async function refuseMissing(
  workspace: Workspace,
  path: AgentPath | undefined,
): Promise<void> {
  if (path === undefined || (await workspace.stat(path))) return
  throw new AppError('not-found', `There is no ${path}.`)
}
