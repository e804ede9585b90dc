import { join, relative as relativeOf, sep } from 'node:path'
import { platform } from 'node:process'
import watcher, { type BackendType } from '@parcel/watcher'
import { SKIPPED_NAMES } from '../listing/tree-listing.ts'

interface WatchOptions {
  readonly root: string
  /** Folders below the root that need not be watched. */
  readonly ignored: readonly string[]
  /** Paths below the root; without, some were missed and any may have changed. */
  readonly onChange: (paths?: readonly string[]) => void
}

/** Of other systems the library chooses. To choose, it starts a shell each time, and never collects it. */
const BACKENDS: Readonly<Partial<Record<NodeJS.Platform, BackendType>>> = {
  linux: 'inotify',
  darwin: 'fs-events',
  win32: 'windows',
}

/** Tells of changes below a folder; `undefined` where the system has no means (left) to watch it. */
export async function findWatch(options: WatchOptions): Promise<AsyncDisposable | undefined> {
  const { root, ignored, onChange } = options
  const ignore = [
    ...ignored.map((folder) => join(root, folder)),
    ...[...SKIPPED_NAMES].flatMap((name) => [join(root, name), `**/${name}/**`]),
  ]
  const backend = BACKENDS[platform]
  try {
    const subscription = await watcher.subscribe(
      root,
      (error, events) =>
        onChange(error ? undefined : events.map(({ path }) => toRelative(root, path))),
      { ignore, ...(backend && { backend }) },
    )
    return {
      // Of a folder that is gone, the system has taken the watch already, and says so as an error.
      [Symbol.asyncDispose]: () => subscription.unsubscribe().catch(() => undefined),
    }
  } catch {
    return undefined
  }
}

function toRelative(root: string, absolute: string): string {
  return relativeOf(root, absolute).split(sep).join('/')
}
