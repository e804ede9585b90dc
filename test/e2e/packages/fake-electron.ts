import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Before what an executable of Electron's may do, which is a byte for each fuse (electronjs.org/docs/latest/tutorial/fuses). */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
/** All of Electron 45's, as they are before they are set. */
const FUSES = '100110010'

/** A distribution that nothing can be done with but set its fuses. */
export function writeFakeElectron(folder: string): void {
  const file = join(folder, 'electron')
  const wire = Buffer.from([1, FUSES.length, ...Buffer.from(FUSES)])
  writeFileSync(file, Buffer.concat([Buffer.from(`…${SENTINEL}`), wire, Buffer.from('…')]))
  chmodSync(file, 0o755)
}
