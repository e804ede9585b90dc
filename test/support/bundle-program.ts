import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { findWorkers } from '../../scripts/find-workers.ts'

const root = resolve(import.meta.dirname, '../..')

export interface Program extends Disposable {
  readonly path: string
}

/**
 * Bundles a program as the command line is shipped, into a folder of its own that is deleted with it. It
 * takes two seconds, and each start takes one less: worth it for what is started often.
 */
export async function bundleProgram(source: string): Promise<Program> {
  // Below the project: what has native parts is loaded from its packages.
  const programs = join(root, 'test-results/programs')
  mkdirSync(programs, { recursive: true })
  const folder = mkdtempSync(join(programs, 'program-'))
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    ssr: { noExternal: true, external: packagesBeside(), resolve: asNode },
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
  return {
    path: join(folder, 'program.js'),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, maxRetries: 5 }),
  }
}

const asNode = { mainFields: ['main'], conditions: ['node'] }

/** As electron-vite has it: all that is in `dependencies` is loaded and not bundled. */
function packagesBeside(): string[] {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.keys(dependencies)
}
