import { homedir } from 'node:os'
import type { ShellPlace } from './policy/shell/place.ts'
import { lookAtLinks } from './workspace/links-on-disk.ts'

/** Where an agent's commands run, for one judgement: links are looked at once. `root` and `dataDir` are without links. */
export function shellPlaceAt(root: string, dataDir: string): ShellPlace {
  return { cwd: root, root, home: homedir(), data: dataDir, links: lookAtLinks() }
}
