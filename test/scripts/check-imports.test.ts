import { expect, test } from 'vitest'
import { findImports, findProblem } from '../../scripts/check-imports.ts'

function refused(file: string, text: string): readonly string[] {
  return findImports(file, text)
    .filter((each) => findProblem(each))
    .map(({ target }) => target)
}

test('an import against the layers is refused, however it is written', () => {
  const text = [
    "import { readFile } from 'node:fs/promises'",
    "import type { Host } from '../src-main/core/host.ts'",
    "import {\n  useState,\n} from 'react'",
    "export { z } from 'zod'",
    "import './lib/emitter.ts'",
    "const later = await import('electron')",
    "type Socket = import('ws').WebSocket",
  ].join('\n')
  expect(refused('src-shared/ids.ts', text)).toEqual([
    'node:fs/promises',
    'src-main/core/host.ts',
    'npm:react',
    'npm:electron',
    'npm:ws',
  ])
})

test('panels do not know each other, and a package has an owner', () => {
  const panel = "import '../files/tree.tsx'\nimport './row.tsx'\nimport '#shared/ids.ts'"
  expect(refused('src-renderer/panels/cost/cost.tsx', panel)).toEqual([
    'src-renderer/panels/files/tree.tsx',
  ])
  const card = "import '../panels/files/tree.tsx'\nimport '../client/documents.ts'"
  expect(refused('src-renderer/panels/cost/cost.tsx', "import '../../cards/card.tsx'")).toEqual([])
  expect(refused('src-renderer/cards/card.tsx', card)).toEqual([
    'src-renderer/panels/files/tree.tsx',
  ])
  const packages = "import '@langchain/core/messages'\nimport 'better-sqlite3'\nimport 'zod'"
  expect(refused('src-main/core/log/event-log.ts', packages)).toEqual(['npm:@langchain/core'])
  expect(refused('src-main/core/agents/run.ts', packages)).toEqual(['npm:better-sqlite3'])
})

test('the CLI loads the server only when it is asked to serve', () => {
  expect(refused('src-main/cli/serve.ts', "await import('../server/main.ts')")).toEqual([])
  expect(refused('src-main/cli/serve.ts', "import '../server/main.ts'")).toEqual([
    'src-main/server/main.ts',
  ])
  expect(refused('src-main/server/main.ts', "await import('../cli/main.ts')")).toEqual([
    'src-main/cli/main.ts',
  ])
})

test('a file that no rule covers is refused', () => {
  expect(refused('src-other/a.ts', "import 'zod'")).toEqual(['npm:zod'])
})
