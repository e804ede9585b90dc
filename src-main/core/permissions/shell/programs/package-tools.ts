/** A tool with subcommands that builds, tests, installs or publishes; unnamed ones are not known. */
export interface Tool {
  /** First words by which it only reads, builds or tests. */
  readonly safe?: readonly string[]
  /** First words by which it changes things that a person would want to see. */
  readonly risky?: readonly string[]
  /** First words by which it publishes or destroys. */
  readonly dangerous?: readonly string[]
  /** First words that are followed by the name of a script or target. */
  readonly scripts?: readonly string[]
  /** First words that are followed by a program. */
  readonly runs?: readonly string[]
  /** Other first words name a script themselves. */
  readonly isScript?: boolean
  /** Options in front that take a value. */
  readonly valued?: readonly string[]
}

const NODE_PACKAGES: Tool = {
  safe: ['test', 't', 'tst', 'ls', 'list', 'll', 'outdated', 'why', 'explain', 'pack'],
  risky: [
    ...['install', 'i', 'ci', 'add', 'remove', 'rm', 'uninstall', 'un', 'update', 'up', 'upgrade'],
    ...['dedupe', 'prune', 'init', 'create', 'link', 'unlink', 'audit', 'rebuild', 'start', 'stop'],
    ...[
      'version',
      'config',
      'cache',
      'fund',
      'login',
      'logout',
      'whoami',
      'import',
      'patch',
      'set',
    ],
    ...[
      'store',
      'fetch',
      'search',
      'view',
      'info',
      'dev',
      'self-update',
      'clean-install',
      'install-test',
      'get',
      'pkg',
    ],
  ],
  dangerous: ['publish', 'unpublish', 'deprecate', 'owner', 'access', 'token', 'dist-tag', 'team'],
  scripts: ['run', 'run-script', 'rum', 'urn'],
  runs: ['exec', 'x', 'dlx'],
  valued: ['--prefix', '-C', '--filter', '-w', '--workspace', '--dir', '-F', '--cwd'],
}

/** What each of them does, by its first word. */
export const packageTools: Readonly<Record<string, Tool>> = {
  npm: NODE_PACKAGES,
  pnpm: { ...NODE_PACKAGES, isScript: true },
  yarn: { ...NODE_PACKAGES, isScript: true },
  bun: { ...NODE_PACKAGES, isScript: true },
  cargo: {
    safe: [
      ...['build', 'b', 'check', 'c', 'test', 't', 'clippy', 'doc', 'bench', 'tree', 'metadata'],
      ...['nextest', 'version', 'locate-project', 'verify-project', 'llvm-cov', 'audit', 'deny'],
    ],
    risky: [
      ...[
        'run',
        'r',
        'add',
        'remove',
        'rm',
        'update',
        'fetch',
        'clean',
        'fmt',
        'fix',
        'new',
        'init',
      ],
      ...['install', 'uninstall', 'vendor', 'generate-lockfile', 'package', 'expand', 'watch'],
      'search',
    ],
    dangerous: ['publish', 'yank', 'owner', 'login', 'logout'],
  },
  go: {
    safe: ['build', 'test', 'vet', 'list', 'version', 'env', 'doc', 'help'],
    risky: [
      'run',
      'get',
      'mod',
      'fmt',
      'generate',
      'install',
      'clean',
      'work',
      'fix',
      'tool',
      'telemetry',
    ],
  },
  deno: {
    safe: ['check', 'lint', 'test', 'doc', 'info', 'bench'],
    risky: [
      'run',
      'install',
      'add',
      'cache',
      'fmt',
      'compile',
      'serve',
      'task',
      'remove',
      'upgrade',
    ],
  },
  dotnet: {
    safe: ['build', 'test', 'list', '--version', '--info'],
    risky: ['run', 'restore', 'add', 'remove', 'new', 'publish', 'clean', 'format', 'tool', 'pack'],
    dangerous: ['nuget'],
  },
  swift: { safe: ['build', 'test'], risky: ['run', 'package'] },
  mix: {
    safe: ['test', 'compile', 'credo', 'dialyzer'],
    risky: ['deps.get', 'run', 'format', 'ecto.migrate'],
  },
  uv: {
    risky: ['pip', 'sync', 'add', 'remove', 'lock', 'venv', 'init', 'tool', 'python'],
    runs: ['run'],
  },
  poetry: {
    risky: ['install', 'add', 'remove', 'lock', 'update', 'build'],
    runs: ['run'],
    dangerous: ['publish'],
  },
  pipenv: { risky: ['install', 'lock', 'sync', 'update'], runs: ['run'] },
  bundle: { safe: ['list', 'show', 'check'], risky: ['install', 'update', 'add'], runs: ['exec'] },
  composer: {
    safe: ['test', 'validate', 'show'],
    risky: ['install', 'update', 'require', 'remove', 'dump-autoload'],
  },
  gem: { safe: ['list'], risky: ['install', 'update', 'uninstall'], dangerous: ['push', 'yank'] },
  rustup: {
    safe: ['show'],
    risky: ['update', 'install', 'default', 'component', 'target', 'toolchain'],
  },
  turbo: { scripts: ['run'], isScript: true },
  nx: { scripts: ['run', 'run-many', 'affected'], isScript: true },
  corepack: { risky: ['enable', 'disable', 'prepare', 'use', 'install', 'up'] },
}
