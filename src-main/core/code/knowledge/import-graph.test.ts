import { expect, test } from 'vitest'
import type { FileFacts } from '../facts/code-facts.ts'
import { buildImportGraph } from './import-graph.ts'

type Imports = Readonly<Record<string, readonly (readonly [from: string, ...names: string[]])[]>>

const LANGUAGES: Readonly<Record<string, string>> = {
  ts: 'TypeScript',
  js: 'JavaScript',
  py: 'Python',
  go: 'Go',
  rs: 'Rust',
  java: 'Java',
  h: 'C/C++',
  cpp: 'C/C++',
  rb: 'Ruby',
  php: 'PHP',
}

function graphOf(imports: Imports, configurations: Readonly<Record<string, string>> = {}) {
  const files = Object.entries(imports).map(([path, list]): [string, FileFacts] => {
    const language = LANGUAGES[path.slice(path.lastIndexOf('.') + 1)] ?? ''
    const facts = list.map(([from, ...names]) => {
      return { from, names: names.map((name) => [name, name] as const), line: 1 }
    })
    return [path, { language, lines: 1, symbols: [], calls: [], notes: [], imports: facts }]
  })
  const graph = buildImportGraph(new Map(files), new Map(Object.entries(configurations)))
  const edges = [...graph.imports].filter(([, targets]) => targets.length > 0)
  return { edges: Object.fromEntries(edges), packages: Object.fromEntries(graph.packages) }
}

test('relative imports lead to files, their sources and indexes', () => {
  const { edges, packages } = graphOf({
    'src/a.ts': [['./b.js'], ['./c'], ['../lib'], ['./gone'], ['../../out']],
    'src/b.ts': [['./a.ts'], ['node:fs'], ['zod'], ['@scope/name/sub']],
    'src/c.ts': [],
    'lib/index.js': [],
  })
  expect(edges).toEqual({
    'src/a.ts': ['lib/index.js', 'src/b.ts', 'src/c.ts'],
    'src/b.ts': ['src/a.ts'],
  })
  expect(packages).toEqual({ 'node:fs': 1, zod: 1, '@scope/name': 1 })
})

test('paths of tsconfig hold, also inherited ones and with comments', () => {
  const { edges } = graphOf(
    {
      'app/src/a.ts': [['@/b'], ['shared'], ['lib/x']],
      'app/src/b.ts': [],
      'shared/main.ts': [],
      'app/lib/x.ts': [],
    },
    {
      'tsconfig.base.json':
        '{ // all of them\n "compilerOptions": {"paths": {"shared": ["./shared/main.ts"], "@/*": ["./app/src/*"],}}}',
      'app/tsconfig.json': '{"extends": "../tsconfig.base.json"}',
    },
  )
  expect(edges).toEqual({ 'app/src/a.ts': ['app/src/b.ts', 'shared/main.ts'] })
  const based = graphOf(
    { 'a.ts': [['lib/x']], 'src/lib/x.ts': [] },
    { 'tsconfig.json': '{"compilerOptions": {"baseUrl": "src"}}' },
  )
  expect(based.edges).toEqual({ 'a.ts': ['src/lib/x.ts'] })
})

test('packages of a workspace lead to what they export, or to the source of what is built', () => {
  const { edges, packages } = graphOf(
    {
      'app/a.ts': [['@w/one'], ['@w/one/deep'], ['two'], ['two/util'], ['#own/b']],
      'app/lib/b.ts': [],
      'one/src/index.ts': [],
      'one/src/deep.ts': [],
      'two/src/main.ts': [],
      'two/util.ts': [],
    },
    {
      'app/package.json': '{"name": "app", "imports": {"#own/*": "./lib/*.ts"}}',
      'one/package.json':
        '{"name": "@w/one", "exports": {".": {"types": "./dist/index.d.ts", "default": "./dist/index.js"}, "./*": "./dist/*.js"}}',
      'two/package.json': '{"name": "two", "main": "dist/main.js"}',
    },
  )
  expect(edges).toEqual({
    'app/a.ts': [
      'app/lib/b.ts',
      'one/src/deep.ts',
      'one/src/index.ts',
      'two/src/main.ts',
      'two/util.ts',
    ],
  })
  expect(packages).toEqual({})
})

test('Python’s modules and packages are found, relative ones too', () => {
  const { edges, packages } = graphOf({
    'src/app/main.py': [
      ['app.models', 'User'],
      ['.', 'views'],
      ['..lib.x', 'y'],
      ['os', '*'],
    ],
    'src/app/models.py': [],
    'src/app/views.py': [['.models', 'User']],
    'src/app/__init__.py': [],
    'src/lib/x.py': [],
  })
  expect(edges).toEqual({
    'src/app/main.py': ['src/app/models.py', 'src/app/views.py', 'src/lib/x.py'],
    'src/app/views.py': ['src/app/models.py'],
  })
  expect(packages).toEqual({ os: 1 })
})

test('Go’s packages are folders of the module', () => {
  const { edges, packages } = graphOf(
    {
      'cmd/main.go': [
        ['example.org/x/store', '*'],
        ['fmt', '*'],
      ],
      'store/a.go': [],
      'store/b.go': [],
      'store/a_test.go': [],
    },
    { 'go.mod': 'module example.org/x\n\ngo 1.22\n' },
  )
  expect(edges).toEqual({ 'cmd/main.go': ['store/a.go', 'store/b.go'] })
  expect(packages).toEqual({ fmt: 1 })
})

test('other languages’ imports lead to files by their names', () => {
  const { edges } = graphOf({
    'src/main.rs': [
      ['crate::store::log', 'Log'],
      ['self::util', '*'],
    ],
    'src/store/log.rs': [['super::super::util', 'x']],
    'src/util.rs': [],
    'src/main/java/a/b/C.java': [['a.d', 'E']],
    'src/main/java/a/d/E.java': [],
    'src/x.cpp': [
      ['"x.h"', '*'],
      ['"deep/y.h"', '*'],
      ['<vector>', '*'],
    ],
    'src/x.h': [],
    'include/deep/y.h': [],
    'lib/a.rb': [
      ['./b', '*'],
      ['shop/c', '*'],
    ],
    'lib/b.rb': [],
    'lib/shop/c.rb': [],
    'src/One.php': [['App\\Model\\Two', 'Two']],
    'src/Model/Two.php': [],
  })
  expect(edges).toEqual({
    'src/main.rs': ['src/store/log.rs', 'src/util.rs'],
    'src/store/log.rs': ['src/util.rs'],
    'src/main/java/a/b/C.java': ['src/main/java/a/d/E.java'],
    'src/x.cpp': ['include/deep/y.h', 'src/x.h'],
    'lib/a.rb': ['lib/b.rb', 'lib/shop/c.rb'],
    'src/One.php': ['src/Model/Two.php'],
  })
})

test('a configuration that is broken, or refers to itself, says nothing', () => {
  const imports: Imports = { 'a.ts': [['./b']], 'b.ts': [['x']] }
  const configurations = {
    'package.json': '{"name": 3, "exports": [[[]]]',
    'tsconfig.json': '{"extends": "./tsconfig.json", "compilerOptions": 7}',
  }
  expect(graphOf(imports, configurations)).toEqual({
    edges: { 'a.ts': ['b.ts'] },
    packages: { x: 1 },
  })
})
