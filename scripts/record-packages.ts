import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Below the project's folder: for each bundle, the folders of the packages that it holds something of. */
export const RECORDS = 'out/packages'

/** Of a module's path, what leads to its package: packages may have packages of their own. */
const PACKAGE = /node_modules[\\/](?:.*[\\/]node_modules[\\/])?(?:@[^\\/]+[\\/])?[^\\/]+/

/** A page's bundle and each of its workers' are written one after the other, and are one to us. */
const recorded = new Map<string, Set<string>>()

/** Writes down which packages a bundle holds something of: whoever ships it has to name them. */
export function recordPackages(root: string, bundle: string): Plugin {
  return {
    name: 'record-packages',
    generateBundle(_options, output) {
      const folders = recorded.get(bundle) ?? new Set()
      recorded.set(bundle, folders)
      for (const file of Object.values(output)) {
        for (const id of file.type === 'chunk' ? file.moduleIds : file.originalFileNames) {
          const folder = PACKAGE.exec(id)?.[0].replaceAll('\\', '/')
          if (folder !== undefined) folders.add(folder)
        }
      }
      mkdirSync(join(root, RECORDS), { recursive: true })
      const file = join(root, RECORDS, `${bundle}.json`)
      writeFileSync(file, `${JSON.stringify([...folders].toSorted(), null, 2)}\n`)
    },
  }
}
