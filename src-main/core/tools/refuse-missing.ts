import { AppError } from '#shared/error.ts'
import type { AgentPath, Workspace } from '../workspace/define.ts'

/** Fails where it is named and there is nothing: who looks in vain should know that. */
export async function refuseMissing(
  workspace: Workspace,
  path: AgentPath | undefined,
): Promise<void> {
  if (path === undefined || (await workspace.stat(path))) return
  throw new AppError('not-found', `There is no ${path}.`)
}
