import { relative, sep } from 'node:path'
import { AppError } from '#shared/error.ts'
import { toAgentPath, toPlace } from './agent-path.ts'
import { Confinement } from './confinement.ts'

/**
 * Where a path really leads once links are followed, as agents see it; `undefined` where that is
 * nowhere, out of the project, or not on disk.
 */
export function placeOnDisk(root: string, path: string): string | undefined {
  try {
    const place = toPlace(path)
    if (place.type !== 'project') return undefined
    const inside = new Confinement(root)
    const below = relative(inside.root, inside.locateSync(place.relative).absolute)
    return toAgentPath(below.split(sep).join('/'))
  } catch (error) {
    if (AppError.is(error)) return undefined
    throw error
  }
}
