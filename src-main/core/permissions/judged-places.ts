import { type Args, filesOf, type Tool } from '../tools/definition/define-tool.ts'
import { placeOnDisk } from '../workspace/paths/confinement.ts'

/**
 * Where the files that a call names really are, for the judge: links are followed, as the call would.
 * `undefined` where it names none; a file without a place is not on disk.
 */
export function judgedPlaces(
  tool: Pick<Tool, 'effect' | 'files'>,
  args: Args,
  root: string,
): ReadonlyMap<string, string | undefined> | undefined {
  const files = filesOf(tool, args)
  if (files.length === 0 || tool.effect === 'execute') return undefined
  return new Map(files.map((path) => [path, judgedPlace(tool, path, root)]))
}

function judgedPlace({ effect }: Pick<Tool, 'effect'>, path: string, root: string) {
  const place = placeOnDisk(root, path)
  // To read a folder is to read what is below it; to change it is more.
  const isBelow = effect === 'read' && path.endsWith('/')
  return place !== undefined && isBelow ? `${place}/` : place
}
