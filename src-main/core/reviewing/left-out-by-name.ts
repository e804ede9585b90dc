const LOCKS = new Set([
  ...['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock'],
  ...[
    'deno.lock',
    'cargo.lock',
    'gemfile.lock',
    'composer.lock',
    'poetry.lock',
    'uv.lock',
    'pdm.lock',
  ],
  ...['pipfile.lock', 'go.sum', 'flake.lock', 'mix.lock', 'pubspec.lock', 'podfile.lock'],
  ...['packages.lock.json', 'gradle.lockfile', 'package.resolved', '.terraform.lock.hcl'],
])

const MADE =
  /\.(?:min\.(?:js|css|mjs)|(?:js|css|mjs|cjs)\.map|snap|pb\.go|g\.dart|designer\.cs)$|_pb2(?:_grpc)?\.py$|[._-]generated\.\w+$/iu

/** Whether a file’s name says that a program writes it. */
export function isGeneratedName(path: string): boolean {
  const folders = path.toLowerCase().split('/')
  const name = folders.pop() ?? ''
  return LOCKS.has(name) || MADE.test(name) || folders.includes('__snapshots__')
}

const VENDORED = new Set([
  ...['node_modules', 'bower_components', 'vendor', 'third_party', 'third-party'],
  ...['dist', 'pods', '.yarn', '.venv', 'site-packages'],
])

/** The folder of others’ work, or of what is built, that a file is in. */
export function findVendoredFolder(path: string): string | undefined {
  const folders = path.split('/').slice(0, -1)
  const at = folders.findIndex((folder) => VENDORED.has(folder.toLowerCase()))
  return at < 0 ? undefined : `${folders.slice(0, at + 1).join('/')}/`
}

export function isVendored(path: string): boolean {
  return findVendoredFolder(path) !== undefined
}
