import { relative as relativeOf, sep } from 'node:path'
import { AppError } from '#shared/lib/app-error.ts'
import type { ToolContext } from '../../context/tool-context.ts'

/**
 * Returns the real path of a file or folder, relative to the project's root; `''` is the root. Throws if it
 * doesn't exist or isn't in the project.
 */
export async function toProjectPath(
  { workspace }: Pick<ToolContext, 'workspace'>,
  path: string,
): Promise<string> {
  if (path === '/') return ''
  const absolute = workspace.resolve(path)
  if (!(await workspace.stat(path))) throw new AppError('not-found', `There is no ${path}.`)
  return relativeOf(workspace.root, absolute).split(sep).join('/')
}
