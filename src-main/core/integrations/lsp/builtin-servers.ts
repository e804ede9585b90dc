import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { arch, platform } from 'node:process'
import type { ServerDefinition } from './define.ts'

const require = createRequire(import.meta.url)

const TYPESCRIPT = {
  '.ts': 'typescript',
  '.mts': 'typescript',
  '.cts': 'typescript',
  '.tsx': 'typescriptreact',
  '.js': 'javascript',
  '.mjs': 'javascript',
  '.cjs': 'javascript',
  '.jsx': 'javascriptreact',
}

const PYTHON = { '.py': 'python', '.pyi': 'python' }

/** The servers that come with Orrery. Neither runs anything that a project's files name. */
export function builtinServers(env: Readonly<Record<string, string>>): readonly ServerDefinition[] {
  return [
    {
      name: 'typescript',
      title: 'TypeScript',
      command: [typescriptProgram(), '--lsp', '--stdio'],
      env,
      languages: TYPESCRIPT,
      // It would have npm fetch packages of types.
      initialization: { disableAutomaticTypeAcquisition: true },
    },
    {
      name: 'python',
      title: 'Python',
      command: [process.execPath, resolveUnpacked('pyright/langserver.index.js'), '--stdio'],
      env: { ...env, ELECTRON_RUN_AS_NODE: '1' },
      languages: PYTHON,
    },
  ]
}

/** The program itself, which a script of the package would only look up and start. */
function typescriptProgram(): string {
  const package_ = require.resolve('typescript/package.json')
  const ofPlatform = `@typescript/typescript-${platform}-${arch}/package.json`
  const folder = dirname(createRequire(package_).resolve(ofPlatform))
  return unpacked(join(folder, 'lib', platform === 'win32' ? 'tsc.exe' : 'tsc'))
}

function resolveUnpacked(file: string): string {
  return unpacked(require.resolve(file))
}

/** In a packaged application programs lie beside the archive, not in it. */
function unpacked(path: string): string {
  return path.replace(/\bapp\.asar\b/u, 'app.asar.unpacked')
}
