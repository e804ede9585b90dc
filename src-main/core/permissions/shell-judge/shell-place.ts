import { homedir } from 'node:os'
import type { ShellPlace } from '../shell/place.ts'
import { lookAtLinks } from './links-on-disk.ts'

/** Where an agent's commands run, for one judgement: links are looked at once. `root` and `dataDir` are without links. */
export function shellPlaceAt(root: string, dataDir: string): ShellPlace {
  return { cwd: root, root, home: homedir(), data: dataDir, links: lookAtLinks() }
}
