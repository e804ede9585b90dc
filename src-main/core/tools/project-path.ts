import { relative as relativeOf, sep } from 'node:path'
import { AppError } from '#shared/error.ts'
import type { ToolContext } from './context.ts'

/**
 * Where a file or a folder of the project really is, below its root; `''` is all of it. Fails with a
 * sentence where there is none, or it is not in the project.
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
