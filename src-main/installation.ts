import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { assert } from '#shared/lib/assert.ts'

/** Where Orrery itself lies: as source, built, or packaged. */
export interface Installation {
  readonly root: string
  readonly version: string
  readonly resourcesDir: string
  /** The window's built files. They may not have been built yet. */
  readonly rendererDir: string
  /** The page that sessions are exported into. It may not have been built yet. */
  readonly replayTemplate: string
}

const Manifest = z.object({ name: z.literal('orrery'), version: z.string() })

/** Looks upwards from a module of ours for the folder that holds it all. */
export function findInstallation(from: string = import.meta.dirname): Installation {
  const manifestPath = join(from, 'package.json')
  const parsed = existsSync(manifestPath)
    ? Manifest.safeParse(JSON.parse(readFileSync(manifestPath, 'utf8')))
    : undefined
  if (parsed?.success) {
    const { version } = parsed.data
    const [resourcesDir, rendererDir] = [join(from, 'resources'), join(from, 'out', 'renderer')]
    const replayTemplate = join(from, 'out', 'replay', 'template.html')
    return { root: from, version, resourcesDir, rendererDir, replayTemplate }
  }
  assert(dirname(from) !== from, 'a module of Orrery lies below the folder of its package.json')
  return findInstallation(dirname(from))
}
