import { AppError } from '#shared/lib/app-error.ts'
import { trimEnd } from '#shared/lib/trim-end.ts'
import type { Workspace } from '../../../workspace/define.ts'
import type { FileStat } from '../../../workspace/files/disk-files.ts'
import { type AgentPath, isWithin } from '../../../workspace/paths/agent-path.ts'
import { boundLines } from '../../answers/bound-lines.ts'
import { glob } from '../../catalogue/files/glob.ts'
import { defineRunner } from '../../context/define-runner.ts'
import { refuseMissing } from './refuse-missing.ts'

const MAX_FILES = 2000
const LEFT_OUT = ' Ignored files are left out, and hidden ones unless the pattern names them.'

export const globRunner = defineRunner(glob, {
  run: async ({ pattern, path }, { workspace, seen, signal }) => {
    await refuseMissing(workspace, path)
    const query = { pattern, maxFiles: MAX_FILES, signal, ...(path && { path }) }
    const { items, isComplete } = await workspace.glob(query)
    seen.noteListed(await findListed(workspace, items, path ?? '/'))
    const files = items.length
    const display = { type: 'matches', matches: files, files } as const
    if (files === 0) {
      const text = `No files match ${pattern}.${await explainNone(workspace, pattern, path)}`
      return { text, display }
    }
    const advice = 'Name a folder, or a narrower pattern.'
    const more = isComplete ? [] : [`[There are more than ${MAX_FILES}. ${advice}]`]
    return { text: boundLines([...items, ...more], advice), display }
  },
})

/** A pattern that names a folder matches no file. */
async function explainNone(
  workspace: Workspace,
  pattern: string,
  path = '/workspace',
): Promise<string> {
  const named = pattern.startsWith('/') ? pattern : `${trimEnd(path, '/')}/${pattern}`
  const found = await workspace.stat(named).catch((error: unknown) => {
    if (AppError.is(error)) return undefined
    throw error
  })
  return found?.isFolder ? ` It names a folder: for the files in it, use ${pattern}/**.` : LEFT_OUT
}

/** More folders are not looked at again for what stands in them. */
const MAX_FOLDERS = 500

/** What was found, with size and time, and the folders that it was found in. */
async function findListed(
  workspace: Workspace,
  paths: readonly AgentPath[],
  top: AgentPath,
): Promise<readonly FileStat[]> {
  const found = new Set(paths.flatMap((path) => [path, ...foldersAbove(path, top)]))
  const folders = new Set([...found].map(parentOf))
  const lists = await Promise.all(
    [...folders].slice(0, MAX_FOLDERS).map((one) => listed(workspace, one)),
  )
  return lists.flat().filter(({ path }) => found.has(trimEnd(path, '/')))
}

/** Down to where the search began. */
function foldersAbove(path: AgentPath, top: AgentPath): readonly AgentPath[] {
  const folder = parentOf(path)
  if (folder === '/' || !isWithin(folder, trimEnd(top, '/'))) return []
  return [folder, ...foldersAbove(folder, top)]
}

function parentOf(path: AgentPath): AgentPath {
  return path.slice(0, path.lastIndexOf('/')) || '/'
}

/** A folder may be gone by now. */
async function listed(workspace: Workspace, folder: AgentPath): Promise<readonly FileStat[]> {
  return workspace.list(folder).catch((error: unknown) => {
    if (AppError.is(error)) return []
    throw error
  })
}
