// Run by a test: bundles the program `source` and the workers into `folder`, as the command line is shipped.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'vite'
import { findWorkers } from '../../scripts/find-workers.ts'

const root = resolve(import.meta.dirname, '../..')
const { positionals } = parseArgs({ allowPositionals: true })
const [source = '', folder = ''] = positionals

await build({
  configFile: false,
  logLevel: 'error',
  root,
  ssr: {
    noExternal: true,
    external: packagesBeside(),
    resolve: { mainFields: ['main'], conditions: ['node'] },
  },
  build: {
    ssr: true,
    outDir: folder,
    minify: false,
    rolldownOptions: {
      input: { program: source, ...findWorkers(root) },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
})

/** As electron-vite has it: all that is in `dependencies` is loaded and not bundled. */
function packagesBeside(): string[] {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.keys(dependencies)
}
