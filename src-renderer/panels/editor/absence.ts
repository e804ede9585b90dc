import type { FilesState } from '#shared/projections/files.ts'

type Touched = FilesState['touched']

export interface Moments {
  /** As of the playhead, and as of the live end. */
  readonly here: Touched
  readonly atEnd: Touched
  readonly isLive: boolean
}

/** Says of a file that is not there at the playhead whether it ever was in this session. */
export function tellAbsence(path: string, name: string, { here, atEnd, isLive }: Moments): string {
  if (here[path]) return `${name} was removed${isLive ? '' : ' before this moment'}.`
  if (atEnd[path]) return `${name} did not exist yet at this moment.`
  return `${name} does not exist, and never did in this session.`
}
