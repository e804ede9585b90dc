import { denied, toPlace } from '../workspace/agent-path.ts'
import type { AgentPath } from '../workspace/define.ts'

/** How git is told of files, from the project's folder: nothing outside that is meant where none is named. */
export function toPathspecs(paths: readonly AgentPath[]): readonly string[] {
  return paths.length === 0 ? ['.'] : paths.map(toPathspec)
}

export function toPathspec(path: AgentPath): string {
  const place = toPlace(path.startsWith('/') ? path : `/workspace/${path}`)
  if (place.type !== 'project')
    throw denied(`${path} is not in the project: git knows nothing of it.`)
  return place.relative === '' ? '.' : `./${place.relative}`
}
