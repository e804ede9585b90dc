const node = 'node:**'
const anyPackage = 'npm:**'
const shared = 'src-shared/**'

export type Rule = {
  /** The files it is about. The first rule that matches a file decides. */
  readonly from: string
  /** What they may import; `$1` is what the first `*` of `from` matched. */
  readonly to: readonly string[]
  /** What they may import by `import()` only, so that it is loaded when it is first needed. */
  readonly lazily?: readonly string[]
}

/** Who may import whom: files as paths from the root, packages as `npm:name`. */
export const rules: readonly Rule[] = [
  { from: 'src-shared/lib/**', to: ['src-shared/lib/**'] },
  { from: 'src-shared/contract/**', to: [shared, 'npm:zod'] },
  {
    from: 'src-shared/projections/**',
    to: ['src-shared/{projections,events,lib}/**', 'src-shared/*'],
  },
  {
    from: 'src-shared/compare/**',
    to: ['src-shared/{compare,projections,events,lib}/**', 'src-shared/*'],
  },
  {
    from: 'src-shared/authors/**',
    to: ['src-shared/{authors,events,lib}/**', 'src-shared/*', 'npm:diff'],
  },
  {
    from: 'src-shared/review/**',
    to: ['src-shared/{review,authors,events,lib}/**', 'src-shared/*'],
  },
  {
    from: 'src-shared/code-review/**',
    to: ['src-shared/{code-review,projections,events,lib}/**', 'src-shared/*', 'npm:zod'],
  },
  {
    from: 'src-shared/spending/**',
    to: ['src-shared/{spending,projections,events,lib}/**', 'src-shared/*', 'npm:zod'],
  },
  { from: shared, to: ['src-shared/{events,lib}/**', 'src-shared/*', 'npm:zod'] },

  { from: 'src-preload/**', to: ['src-preload/**', 'src-shared/contract/**', 'npm:electron'] },

  { from: 'src-renderer/ui/**', to: ['src-renderer/ui/**', 'src-shared/lib/**', anyPackage] },
  { from: 'src-renderer/client/**', to: ['src-renderer/client/**', shared, anyPackage] },
  {
    from: 'src-renderer/cards/**',
    to: ['src-renderer/{cards,ui,client}/**', shared, anyPackage],
  },
  {
    from: 'src-renderer/panels/*/**',
    to: ['src-renderer/panels/$1/**', 'src-renderer/{cards,ui,client}/**', shared, anyPackage],
  },
  { from: 'src-renderer/**', to: ['src-renderer/**', shared, anyPackage] },

  {
    from: 'src-main/core/review/**',
    to: [
      'src-main/core/{review,log,workspace,git}/**',
      'src-main/core/*',
      shared,
      node,
      anyPackage,
    ],
  },
  {
    from: 'src-main/core/reviewing/**',
    to: [
      'src-main/core/{reviewing,repository,log,workspace,git}/**',
      'src-main/core/*',
      shared,
      node,
      anyPackage,
    ],
  },
  {
    from: 'src-main/core/log/**',
    to: ['src-main/core/log/**', 'src-main/core/*', shared, node, anyPackage],
  },
  {
    from: 'src-main/core/git/**',
    to: ['src-main/core/git/**', 'src-main/core/*', shared, node],
  },
  { from: 'src-main/core/**', to: ['src-main/core/**', shared, node, anyPackage] },
  { from: 'src-main/transports/**', to: ['src-main/transports/**', shared, node, anyPackage] },
  {
    from: 'src-main/cli/**',
    to: ['src-main/*', 'src-main/{cli,core,transports}/**', shared, node, anyPackage],
    lazily: ['src-main/server/**'], // `orrery serve`
  },
  {
    from: 'src-main/*/**',
    to: ['src-main/*', 'src-main/{$1,core,transports}/**', shared, node, anyPackage],
  },
  // What every shell stands on: the way to the host, and where things lie.
  {
    from: 'src-main/*',
    to: ['src-main/*', 'src-main/{core,transports}/**', shared, node, anyPackage],
  },
]

/** What only some files may import, whatever the rules above allow. Every entry that matches counts. */
export const owners: Readonly<Record<string, string>> = {
  'npm:electron': 'src-{main/electron,preload}/**',
  'npm:{react,react-dom}': 'src-renderer/**',
  'npm:{langchain,deepagents,langsmith}': 'src-main/core/{agents,providers,integrations}/**',
  'npm:@langchain/*': 'src-main/core/{agents,providers,integrations}/**',
  'npm:@modelcontextprotocol/sdk': 'src-main/core/integrations/mcp/**',
  'npm:dockview': 'src-renderer/app/dock/**',
  'npm:better-sqlite3': 'src-main/core/log/**',
  'npm:node-pty': 'src-main/core/terminals/**',
  'npm:@xterm/headless': '{src-main/core/terminals,test}/**',
  'npm:@parcel/watcher': 'src-main/core/workspace/**',
  'npm:@vscode/ripgrep': 'src-main/core/{workspace,terminals}/**',
  'npm:web-tree-sitter': 'src-main/core/{policy/shell,code}/**',
  'npm:{vscode-jsonrpc,vscode-languageserver-protocol}': 'src-main/core/integrations/lsp/**',
  'npm:sqlite-vec': 'src-main/core/log/semantic/**',
  'npm:playwright-core': 'src-main/core/browser/**',
  'npm:pino': 'src-main/core/host-log/**',
  'npm:@opentelemetry/*': 'src-main/core/traces/**',
  'npm:ws': 'src-main/{transports,server,core/integrations/dap}/**',
  'npm:@vscode/debugprotocol': 'src-main/core/integrations/dap/**',
  'src-main/core/handlers/**': 'src-main/core/{handlers/**,host.ts}',
}
