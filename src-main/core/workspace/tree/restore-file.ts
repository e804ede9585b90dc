import { chmod, lstat, rm, rmdir, symlink } from 'node:fs/promises'
import { basename } from 'node:path'
import { isNameOf } from '../../files/protected-names.ts'
import { DiskFiles } from '../files/disk-files.ts'
import type { PutBack } from '../files/file-changes.ts'
import { denied, shown, toAgentPath, toPlace } from '../paths/agent-path.ts'
import { type Confinement, parentOf } from '../paths/confinement.ts'
import { withFileErrors } from '../paths/file-errors.ts'
import { LINK_MODE } from './tree-protocol.ts'

const EXECUTABLE = 0o100755

/**
 * Makes a path below the root what it was: `null`, nothing. Throws `denied` for a path that leads out, for git's own
 * files, and for the data folder.
 */
export async function restoreFile(
  inside: Confinement,
  relative: string,
  content: PutBack | null,
): Promise<void> {
  refuseForeign(relative)
  inside.refuseDataFolder(relative)
  await withFileErrors(inside.naming.toPath(relative), content ? 'write' : 'delete', async () => {
    if (content === null) await remove(inside, relative)
    else if (content.mode === LINK_MODE) await link(inside, relative, content.bytes)
    else await write(inside, relative, content)
  })
}

/** No recording of a project holds these, but somebody else may have written it. */
function refuseForeign(relative: string): void {
  const path = toAgentPath(relative)
  const place = toPlace(path)
  const isPlain = place.type === 'project' && place.relative === relative && relative !== ''
  const isOfGit = relative.split('/').some((name) => isNameOf(name, '.git'))
  if (isPlain && !isOfGit) return
  throw denied(`Can't restore ${shown(path)}: it isn't a file of the project.`)
}

async function write(
  inside: Confinement,
  relative: string,
  { bytes, mode }: PutBack,
): Promise<void> {
  await using folder = await inside.openFolder(parentOf(relative), { create: true })
  const target = folder.at(basename(relative))
  const there = await lstat(target).catch(() => undefined)
  // A link, or an empty folder that was left, stands in its way.
  if (there?.isSymbolicLink()) await rm(target)
  if (there?.isDirectory()) await rmdir(target)
  await new DiskFiles(inside).replace(relative, bytes)
  if (mode === 0) return
  const isExecutable = mode === EXECUTABLE
  const now = (await lstat(target)).mode
  if ((now & 0o111) === 0 ? isExecutable : !isExecutable) {
    await chmod(target, isExecutable ? now | 0o111 : now & ~0o111)
  }
}

async function link(inside: Confinement, relative: string, target: Uint8Array): Promise<void> {
  await using folder = await inside.openFolder(parentOf(relative), { create: true })
  const path = folder.at(basename(relative))
  await rm(path, { force: true })
  await symlink(Buffer.from(target), path)
}

/** With the folders that are empty then: a folder without files is not recorded either. */
async function remove(inside: Confinement, relative: string): Promise<void> {
  await using folder = await inside.openFolder(parentOf(relative))
  await rm(folder.at(basename(relative)), { force: true })
  for (let parent = parentOf(relative); parent !== ''; parent = parentOf(parent)) {
    await using above = await inside.openFolder(parentOf(parent))
    const isGone = await rmdir(above.at(basename(parent))).then(
      () => true,
      () => false,
    )
    if (!isGone) return
  }
}
