import { relative, sep } from 'node:path'
import { AppError } from '#shared/error.ts'
import { toAgentPath, toPlace } from './agent-path.ts'
import { Confinement } from './confinement.ts'

/**
 * Where a path really leads once links are followed, as agents see it; `undefined` where that is
 * nowhere, out of the project, or not on disk.
 */
export function placeOnDisk(root: string, path: string): string | undefined {
  return findPlace(root, path).place
}

/** What a path that an agent names comes to, before anything is done with it. */
export interface FoundPlace {
  /** As `placeOnDisk` has it. */
  readonly place?: string
  /** Why every file tool refuses it. */
  readonly refusal?: string
  /** It is kept by Orrery, and no file of this machine. */
  readonly isDocument: boolean
}

export function findPlace(root: string, path: string): FoundPlace {
  try {
    const place = toPlace(path)
    if (place.type !== 'project') return { isDocument: true }
    const inside = new Confinement(root)
    const below = relative(inside.root, inside.locateSync(place.relative).absolute)
    return { place: toAgentPath(below.split(sep).join('/')), isDocument: false }
  } catch (error) {
    if (AppError.is(error)) return { refusal: error.message, isDocument: false }
    throw error
  }
}
