import type { Configuration } from 'electron-builder'

/** What a package is for: native parts are those of one platform and architecture. */
export interface Target {
  readonly platform: 'linux' | 'darwin' | 'win32'
  readonly arch: 'x64' | 'arm64'
}

const platforms = ['linux', 'linuxmusl', 'darwin', 'win32']
const architectures = ['x64', 'arm64']

/**
 * What only a distribution of Electron's own can be given: an archive, which is checked against what is
 * written in the executable, and the executable's fuses (docs/decisions/0037).
 */
const sealed: Configuration = {
  asar: true,
  asarUnpack: [
    '**/*.node',
    // Programs, and what they read themselves: nothing but Electron can look into an archive.
    'node_modules/@vscode/ripgrep-*/**',
    'node_modules/@typescript/**',
    'node_modules/node-pty/prebuilds/**',
    'node_modules/pyright/**',
    'node_modules/sqlite-vec-*/**',
    // It is copied as a folder.
    'resources/sample-project/**',
  ],
  electronFuses: {
    // The shell's commands and the language server of Python are Node's, and the app is all the Node there is.
    runAsNode: true,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
    resetAdHocDarwinSignature: true,
  },
}

/** The machine that this runs on: packages of native modules are installed for it alone. */
export function thisMachine(): Target {
  const { platform, arch } = process
  const isKnown = platform === 'linux' || platform === 'darwin' || platform === 'win32'
  if (isKnown && (arch === 'x64' || arch === 'arm64')) return { platform, arch }
  throw new Error(`There are no packages for ${platform} on ${arch}.`)
}

export interface Packaging {
  /** A folder in the place of Electron's own distribution, which is fetched else. */
  readonly dist?: string
  /** Of a stand-in neither an archive nor fuses can be asked. */
  readonly isSealed?: boolean
  /** `release` else. */
  readonly output?: string
}

/** How the app is packaged, for electron-builder. */
export function configure(
  target: Target,
  { dist, isSealed = true, output = 'release' }: Packaging = {},
): Configuration {
  return {
    appId: 'dev.orrery.Orrery',
    productName: 'Orrery',
    directories: { output, buildResources: 'resources/desktop' },
    // Native modules come built, for Node-API: there is nothing to compile.
    npmRebuild: false,
    // Where updates come from is a person's setting: without an address here there would be no files for them.
    publish: { provider: 'generic', url: 'https://updates.invalid' },
    files: filesFor(target),
    // Of no other package are types taken along; TypeScript's server reads its own.
    onNodeModuleFile: (path) => /[\\/]@typescript[\\/].*\.d\.ts$/.test(path),
    extraResources: [
      { from: 'out/legal', to: 'legal' },
      { from: 'resources/desktop/bin', to: 'bin' },
    ],
    protocols: { name: 'Orrery', schemes: ['orrery'] },
    ...(dist !== undefined && { electronDist: dist }),
    ...(isSealed ? sealed : { asar: false }),
    linux,
    deb,
    mac,
    win: { target: 'nsis' },
    nsis: { oneClick: false, perMachine: false, allowToChangeInstallationDirectory: true },
  }
}

const linux: NonNullable<Configuration['linux']> = {
  target: ['AppImage', 'deb'],
  category: 'Development',
  // `orrery` is the command of the shell.
  executableName: 'orrery-desktop',
  syncDesktopName: true,
  maintainer: 'The Orrery authors <authors@orrery.dev>',
  mimeTypes: ['inode/directory'],
}

const deb: NonNullable<Configuration['deb']> = {
  fpm: ['resources/desktop/usr-bin-orrery=/usr/bin/orrery'],
}

const mac: NonNullable<Configuration['mac']> = {
  // Updates are taken from the zip.
  target: ['dmg', 'zip'],
  category: 'public.app-category.developer-tools',
  hardenedRuntime: true,
  extendInfo: {
    // Folders can be dropped on the dock.
    CFBundleDocumentTypes: [
      {
        CFBundleTypeName: 'Folder',
        CFBundleTypeRole: 'Viewer',
        LSItemContentTypes: ['public.folder'],
      },
    ],
  },
}

/** What is needed when it runs. Of packages electron-builder takes what package.json depends on. */
function filesFor({ platform, arch }: Target): string[] {
  const others = platforms
    .flatMap((each) => architectures.map((one) => `${each}-${one}`))
    .filter((each) => each !== `${platform}-${arch}`)
  return [
    'out/{main,preload,renderer,replay}/**',
    'resources/**',
    '!resources/desktop/**',
    // Node is for development: here it is Electron's.
    '!node_modules/node-{linux,win}-*/**',
    '!node_modules/**/*.{map,md,pdb}',
    // Its server is a program of its own, beside it.
    '!node_modules/typescript/{bin,dist,lib,vendor}/**',
    '!node_modules/web-tree-sitter/debug/**',
    '!node_modules/**/node-addon-api/**',
    '!node_modules/better-sqlite3/{deps,src}/**',
    `!node_modules/better-sqlite3/prebuilds/{${others.join(',')}}.node`,
    '!node_modules/node-pty/{src,scripts,third_party}/**',
    // Its viewer of traces.
    '!node_modules/playwright-core/lib/vite/**',
    `!node_modules/node-pty/prebuilds/{${others.join(',')}}/**`,
  ]
}
