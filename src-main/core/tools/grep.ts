import { defineTool, pathOf, textOf } from './define.ts'

export const grep = defineTool({
  name: 'grep',
  effect: 'read',
  title: (args) => {
    const where =
      args['path'] === undefined || args['path'] === '/' ? '' : ` in ${pathOf(args['path'])}`
    return `Search "${textOf(args['pattern'])}"${where}`
  },
  display: ({ text }, args) => ({ type: 'matches', ...count(text, args['output_mode']) }),
})

/** deepagents writes `path:` above each file's lines, a path a line, or `path: count`. */
function count(text: string, mode: unknown): { matches: number; files: number } {
  if (text.startsWith('No matches found')) return { matches: 0, files: 0 }
  const lines = text.split('\n')
  const files = lines.filter((line) => line.startsWith('/'))
  if (mode === 'files_with_matches') return { matches: files.length, files: files.length }
  if (mode === 'count') {
    const counts = files.map((line) => Number(/: (\d+)$/.exec(line)?.[1] ?? 0))
    return { matches: counts.reduce((sum, one) => sum + one, 0), files: files.length }
  }
  const matches = lines.filter((line) => /^\s+\d+:/.test(line)).length
  return { matches, files: files.length }
}
