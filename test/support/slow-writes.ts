import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes a module into `folder` that makes every write to a file named `fileName` take `delayMs`
 * longer in the process that loads it, and returns the module's path.
 */
export function writeSlowWrites(folder: string, fileName: string, delayMs: number): string {
  const path = join(folder, 'slow-writes.cjs')
  const module = `
    const fs = require('node:fs')
    const { rename } = fs.promises
    fs.promises.rename = async (from, to) => {
      if (String(to).endsWith(${JSON.stringify(`/${fileName}`)})) {
        await new Promise((resolve) => setTimeout(resolve, ${delayMs}))
      }
      return rename(from, to)
    }
    require('node:module').syncBuiltinESMExports()
  `
  writeFileSync(path, module)
  return path
}
