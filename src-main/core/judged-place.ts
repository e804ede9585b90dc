import { type Args, fileOf } from './tools/define.ts'
import { effectOf } from './tools/index.ts'
import { placeOnDisk } from './workspace/place-on-disk.ts'

/**
 * Where the file that a call names really is, for the judge: links are followed, as the call would.
 * `undefined` where it names none, or that is not on disk.
 */
export function judgedPlace(name: string, args: Args, root: string): string | undefined {
  const effect = effectOf(name)
  const path = fileOf(args)
  if (path === undefined || effect === 'execute') return undefined
  const place = placeOnDisk(root, path)
  // To read a folder is to read what is below it; to change it is more.
  const isBelow = effect === 'read' && path.endsWith('/')
  return place !== undefined && isBelow ? `${place}/` : place
}
