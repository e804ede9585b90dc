import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { loadGrammar } from './load-grammar.ts'
import { Work } from './work.ts'

const run = promisify(execFile)

/** In a process of its own, in which nothing else has loaded anything. */
async function loadedBy(code: string): Promise<readonly string[]> {
  const script = `
    const { registerHooks } = await import('node:module')
    const loaded = []
    registerHooks({ resolve: (name, context, next) => (loaded.push(name), next(name, context)) })
    const { judgeCommand } = await import('./src-main/core/permissions/shell/interpreter/judge-command.ts')
    ${code}
    console.log(JSON.stringify(loaded.filter((name) => name.includes('tree-sitter'))))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script])
  return JSON.parse(stdout)
}

test('the grammar is loaded by the first command that is judged, and once', async () => {
  const judge = "await judgeCommand('ls', { cwd: '/w', root: '/w', home: '/h' });"
  expect([await loadedBy(''), await loadedBy(judge + judge)]).toEqual([
    [],
    ['web-tree-sitter', '@vscode/tree-sitter-wasm/wasm/tree-sitter-bash.wasm'],
  ])
})

test.each(['<', '> ', '|', '<>', '&&\t'])('does not read 600 of %j in a row', async (operator) => {
  const parse = await loadGrammar()
  expect(parse(operator.repeat(600), new Work())).toBeUndefined()
  expect(parse(`ls ${' '.repeat(600)}${operator.repeat(100)}`, new Work())).toBeDefined()
})
