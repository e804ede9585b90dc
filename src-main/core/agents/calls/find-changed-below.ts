import { AppError } from '#shared/error.ts'
import type { AgentPath, FileStat, Workspace } from '../../workspace/define.ts'

/** Larger folders are compared in part. */
const MAX_ENTRIES = 10_000

/**
 * Finds the files and folders below a folder on disk that were changed at or after a time, in milliseconds
 * since the epoch by the machine's clock. Times in the future say nothing.
 */
export async function findChangedBelow(
  workspace: Pick<Workspace, 'list'>,
  folder: AgentPath,
  since: number,
): Promise<readonly FileStat[]> {
  const now = Date.now()
  const changed: FileStat[] = []
  const folders = [folder]
  let looked = 0
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const entries = await listIfReadable(workspace, next)
    looked += entries.length
    if (looked > MAX_ENTRIES) break
    for (const entry of entries) {
      if (entry.isFolder) folders.push(entry.path)
      if (entry.modifiedAt >= since && entry.modifiedAt <= now) changed.push(entry)
    }
  }
  return changed
}

async function listIfReadable(workspace: Pick<Workspace, 'list'>, folder: AgentPath) {
  try {
    return await workspace.list(folder)
  } catch (error) {
    if (AppError.is(error)) return []
    throw error
  }
}
