import { expect, test } from 'vitest'
import {
  findFolderCycles,
  findImports,
  findMisplacement,
  findProblem,
} from '../../scripts/check-imports.ts'

function refused(file: string, text: string): readonly string[] {
  return findImports(file, text)
    .filter((each) => findProblem(each))
    .map(({ target }) => target)
}

test('an import against the layers is refused, however it is written', () => {
  const text = [
    "import { readFile } from 'node:fs/promises'",
    "import type { Host } from '../../src-main/core/host.ts'",
    "import {\n  useState,\n} from 'react'",
    "export { z } from 'zod'",
    "import './emitter.ts'",
    "const later = await import('electron')",
    "type Socket = import('ws').WebSocket",
  ].join('\n')
  expect(refused('src-shared/lib/ids.ts', text)).toEqual([
    'node:fs/promises',
    'src-main/core/host.ts',
    'npm:react',
    'npm:electron',
    'npm:ws',
  ])
})

test('panels do not know each other, and a package has an owner', () => {
  const panel = "import '../files/tree.tsx'\nimport './row.tsx'\nimport '#shared/lib/ids.ts'"
  expect(refused('src-renderer/panels/usage/usage-panel.tsx', panel)).toEqual([
    'src-renderer/panels/files/tree.tsx',
  ])
  const card = "import '../panels/files/tree.tsx'\nimport '../queries/host-query.ts'"
  expect(
    refused(
      'src-renderer/panels/inspector/inspector-panel.tsx',
      "import '../../cards/calls/call.tsx'",
    ),
  ).toEqual([])
  expect(refused('src-renderer/cards/card.tsx', card)).toEqual([
    'src-renderer/panels/files/tree.tsx',
  ])
  const packages = "import '@langchain/core/messages'\nimport 'better-sqlite3'\nimport 'zod'"
  expect(refused('src-main/core/store/backup/backup.ts', packages)).toEqual(['npm:@langchain/core'])
  expect(refused('src-main/core/agents/models/model-gate.ts', packages)).toEqual([
    'npm:better-sqlite3',
  ])
})

test('the CLI loads the server only when it is asked to serve', () => {
  expect(refused('src-main/cli/serve/serve.ts', "await import('../../server/main.ts')")).toEqual([])
  expect(refused('src-main/cli/serve/serve.ts', "import '../../server/main.ts'")).toEqual([
    'src-main/server/main.ts',
  ])
  expect(refused('src-main/server/main.ts', "await import('../cli/main.ts')")).toEqual([
    'src-main/cli/main.ts',
  ])
})

test.each([
  ['src-main/core/permissions/judge-call.ts', '../tools/runners/files/grep.ts'],
  ['src-main/core/permissions/explain-permission.ts', '../tools/runners/index.ts'],
  ['src-main/core/permissions/explain-permission.ts', '../tools/context/tool-context.ts'],
  ['src-main/core/tools/catalogue/files/grep.ts', '../../runners/files/grep.ts'],
  ['src-main/core/tools/definition/define-tool.ts', '../context/define-runner.ts'],
  ['src-main/core/store/events/event-log.ts', '../../agents/run/runs.ts'],
  ['src-main/core/git/git-process.ts', '../workspace/session-workspace.ts'],
  ['src-main/core/runtime/clock.ts', '../store/store.ts'],
  ['src-main/core/workspace/paths/confinement.ts', '../../trust/project-trust.ts'],
  ['src-main/core/agents/run/runs.ts', '../../handlers/parts.ts'],
  ['src-main/core/handlers/runs.ts', '../../server/server.ts'],
  ['src-main/server/server.ts', '../cli/main.ts'],
  ['src-shared/lib/ids.ts', 'node:fs'],
  ['src-shared/projections/files.ts', '../contract/client.ts'],
  ['src-renderer/ui/text/format.ts', '../../session/session-context.tsx'],
  ['src-renderer/queries/host-query.ts', '../session/session-context.tsx'],
  ['src-renderer/panels/timeline/model/axis.ts', '../view/timeline-plot.tsx'],
  ['src-renderer/panels/usage/usage-panel.tsx', '../timeline/model/axis.ts'],
  ['src-renderer/panels/editor/editor-panel.tsx', 'dockview'],
  ['src-preload/index.ts', '../src-main/core/host.ts'],
])('%s may not import %s', (file, specifier) => {
  expect(refused(file, `import '${specifier}'`)).toHaveLength(1)
})

test('the core has no loose files but those that put it together', () => {
  expect(findMisplacement('src-main/core/host.ts')).toBeUndefined()
  expect(findMisplacement('src-main/core/shortcut.ts')).toContain('put it in one of its folders')
})

test('a folder without a rule is refused, whatever its files import', () => {
  expect(findMisplacement('src-main/core/helpers/format.ts')).toContain('has no rule')
})

test('a file that no rule covers is refused', () => {
  expect(refused('src-other/a.ts', "import 'zod'")).toEqual(['npm:zod'])
})

function findCyclesIn(files: Readonly<Record<string, string>>): readonly string[] {
  return findFolderCycles(Object.entries(files).flatMap(([file, text]) => findImports(file, text)))
}

test('refuses folders that import each other, also through others and for types alone', () => {
  const files = {
    'src-a/a.ts': "import './below/b.ts'",
    'src-a/below/b.ts': "import type { C } from '../beside/c.ts'",
    'src-a/beside/c.ts': "import './d.ts'\nimport '../e.ts'\nimport 'zod'",
    'src-b/f.ts': "import '../src-a/a.ts'",
  }
  expect(findCyclesIn(files).toSorted()).toEqual([
    'src-a/a.ts must not import src-a/below/b.ts: src-a/below imports src-a, directly or indirectly',
    'src-a/below/b.ts must not import src-a/beside/c.ts: src-a/beside imports src-a/below, directly or indirectly',
    'src-a/beside/c.ts must not import src-a/e.ts: src-a imports src-a/beside, directly or indirectly',
  ])
})

test('accepts folders in layers, whose files import each other', () => {
  const files = {
    'src-a/a.ts': "import './b.ts'\nimport './below/c.ts'",
    'src-a/b.ts': "import type { A } from './a.ts'",
    'src-a/below/c.ts': "import 'node:fs'",
  }
  expect(findCyclesIn(files)).toEqual([])
})
