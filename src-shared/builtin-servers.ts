/** The language servers that come with Orrery: what they know, as the language's id by the ending of a file. */
export const builtinServers = {
  typescript: {
    title: 'TypeScript',
    languages: {
      '.ts': 'typescript',
      '.mts': 'typescript',
      '.cts': 'typescript',
      '.tsx': 'typescriptreact',
      '.js': 'javascript',
      '.mjs': 'javascript',
      '.cjs': 'javascript',
      '.jsx': 'javascriptreact',
    },
  },
  python: { title: 'Python', languages: { '.py': 'python', '.pyi': 'python' } },
} as const
