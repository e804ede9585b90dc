import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { arch, platform } from 'node:process'
import { builtinServers as known } from '#shared/builtin-servers.ts'
import { outsideArchive } from '../../outside-archive.ts'
import type { ServerDefinition } from './define.ts'

// Not named `require`: what is bundled around it may have one of its own.
const packages = createRequire(import.meta.url)

/** Of Node's programs; that of Go's is in the environment. */
const MAX_MEMORY = '--max-old-space-size=2048'

/** The servers that come with Orrery, for a folder. Neither runs anything that its files name, or are. */
export function builtinServers(
  root: string,
  env: Readonly<Record<string, string>>,
): readonly ServerDefinition[] {
  return [
    {
      name: 'typescript',
      ...known.typescript,
      command: [typescriptProgram(), '--lsp', '--stdio'],
      env: { ...env, GOMEMLIMIT: '2GiB' },
      // It would have npm fetch packages of types.
      initialization: { disableAutomaticTypeAcquisition: true },
    },
    {
      name: 'python',
      ...known.python,
      command: [process.execPath, MAX_MEMORY, pyrightProgram(), '--stdio'],
      env: { ...env, ELECTRON_RUN_AS_NODE: '1' },
      settings: { python: { analysis: { extraPaths: findSitePackages(root) } } },
    },
  ]
}

/**
 * Where a virtual environment of the project has its packages. Told its interpreter instead, the server
 * would run that, which is a file of the project's.
 */
function findSitePackages(root: string): readonly string[] {
  return ['.venv', 'venv', 'env'].flatMap((name) => {
    const library = join(root, name, 'lib')
    const versions = listFolder(library).filter((one) => one.startsWith('python'))
    const folders = versions.map((version) => join(library, version, 'site-packages'))
    return [...folders, join(root, name, 'Lib', 'site-packages')].filter((one) => existsSync(one))
  })
}

function listFolder(path: string): readonly string[] {
  try {
    return readdirSync(path).sort()
  } catch {
    return []
  }
}

/** The program itself, which a script of the package would only look up and start. */
function typescriptProgram(): string {
  const package_ = packages.resolve('typescript/package.json')
  const ofPlatform = `@typescript/typescript-${platform}-${arch}/package.json`
  const folder = dirname(createRequire(package_).resolve(ofPlatform))
  return outsideArchive(join(folder, 'lib', platform === 'win32' ? 'tsc.exe' : 'tsc'))
}

function pyrightProgram(): string {
  return outsideArchive(packages.resolve('pyright/langserver.index.js'))
}
