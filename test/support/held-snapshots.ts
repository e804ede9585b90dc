import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** For tests: snapshots of repositories that don't finish until they are released. */
export interface HeldSnapshots extends Disposable {
  /** Whether one has begun and waits. */
  isWaiting(): boolean
  release(): void
  /** Holds those that begin from now on. */
  hold(): void
}

/**
 * Puts a git in front of the machine's own that waits where a snapshot reads the last commit. Applies
 * to workers that start from now on; nothing else that git is asked waits.
 */
export function holdSnapshots(): HeldSnapshots {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-git-'))
  const [held, waiting] = [join(folder, 'held'), join(folder, 'waiting')]
  writeFileSync(held, '')
  const path = process.env['PATH'] ?? ''
  const script = `#!/bin/sh
case " $* " in
  *" ls-tree -r -l "*) while [ -e '${held}' ]; do : > '${waiting}'; sleep 0.02; done ;;
esac
export PATH='${path}'
exec git "$@"
`
  writeFileSync(join(folder, 'git'), script)
  chmodSync(join(folder, 'git'), 0o755)
  process.env['PATH'] = `${folder}${delimiter}${path}`
  return {
    isWaiting: () => existsSync(waiting),
    release: () => {
      rmSync(held, { force: true })
      rmSync(waiting, { force: true })
    },
    hold: () => writeFileSync(held, ''),
    [Symbol.dispose]: () => {
      process.env['PATH'] = path
      rmSync(held, { force: true })
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}
