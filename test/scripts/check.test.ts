import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { IMPORT_RULES } from '../../scripts/check/file-tasks.ts'

/** Each test runs several checks, which start processes. */
const PATIENCE = { timeout: 300_000 }

const Linter = z.object({
  rules: z.record(z.string(), z.union([z.string(), z.record(z.string(), z.unknown())])),
})
const Biome = z.object({ linter: Linter, overrides: z.array(z.object({ linter: Linter })) })

const SETTINGS = execFileSync(
  'git',
  ['ls-files', '*tsconfig*.json', 'biome*.json', '.oxlintrc.json', 'package.json', '.gitignore'],
  { encoding: 'utf8' },
)
  .split('\n')
  .filter(Boolean)

/** Passes every check that these tests run. */
const FILES = {
  'src-renderer/index.ts': 'export const index = 1\n',
  'src-shared/name.ts': 'export type Name = string\n',
  'src-shared/greet.ts': [
    "import type { Name } from './name.ts'",
    '',
    'export function greet(name: Name): string {',
    '  return `Hello, \x24{name}`',
    '}',
    '',
  ].join('\n'),
  'src-main/main.ts': [
    "import { greet } from '../src-shared/greet.ts'",
    '',
    "export const greeting = greet('you')",
    '',
  ].join('\n'),
}

type Files = Readonly<Record<string, string>>

/** Creates a repository with this project's settings and tools, and returns functions on it. */
function createProject() {
  const root = mkdtempSync(join(tmpdir(), 'orrery-check-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const write = (files: Files) => {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, file)), { recursive: true })
      writeFileSync(join(root, file), text)
    }
  }
  for (const file of SETTINGS) cpSync(file, join(root, file))
  write(FILES)
  mkdirSync(join(root, 'node_modules'))
  for (const name of readdirSync('node_modules').filter((one) => one !== '.cache')) {
    symlinkSync(resolve('node_modules', name), join(root, 'node_modules', name))
  }
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: root })
  git('init', '--quiet', '--initial-branch=main')
  git('add', '.')
  git('commit', '--quiet', '--message=start')
  const check = (...args: readonly string[]) => {
    const command = [resolve('scripts/check.ts'), ...args]
    const { status, stdout, stderr } = spawnSync(process.execPath, command, {
      cwd: root,
      encoding: 'utf8',
    })
    return { ok: status === 0, output: `${stdout}${stderr}` }
  }
  const remove = (file: string) => rmSync(join(root, file))
  return { write, remove, check, git }
}

/** The files that a check finds fault with. */
function findFaulty(output: string): readonly string[] {
  // The frame is drawn in ASCII on a plain terminal, and with box characters where CI is set.
  const places = stripVTControlCharacters(output).matchAll(/(?:,-|╭─)\[([^:\]]+):\d+:\d+\]/g)
  return [...new Set([...places].map(([, file = '']) => file))].toSorted()
}

test('checks each file with the settings of its own project', PATIENCE, () => {
  const { write, check } = createProject()
  const faulty = {
    'src-shared/node.ts': 'export const id = process.pid\n',
    'src-shared/unit.test.ts': 'export const title = document.title + process.pid\n',
    'src-main/page.ts': 'export const title = document.title\n',
    'src-main/unused.ts': 'export function first(a: string, b: string) {\n  return a\n}\n',
    'src-main/missing.ts': "export { a } from './nowhere.ts'\n",
    'src-main/syntax.ts': 'export const = 1\n',
    'src-main/promise.ts': 'export function start() {\n  Promise.resolve(1)\n}\n',
    'src-main/unit.test.ts': "export const length: string = 'a'.length\n",
    'src-main/electron/shell.ts': "export const length: string = 'a'.length\n",
    'src-preload/index.ts': "export const length: string = 'a'.length\n",
    'src-renderer/node.tsx': 'export const Id = () => <b>{process.pid}</b>\n',
    'src-renderer/unit.test.ts': "export const length: string = 'a'.length + process.pid\n",
    'test/e2e/page.spec.ts': 'export const title: number = document.title\n',
    'test/standin/start.ts': 'export const title: number = document.title\n',
    'test/unit.test.ts': 'export const title = document.title\n',
    'scripts/plain.mjs': '/** @type {string} */\nexport const length = 1\n',
    'vite.config.ts': 'export const any = (one) => one\n',
  }
  write(faulty)
  const { ok, output } = check('types')
  expect({ ok, faulty: findFaulty(output) }).toEqual({
    ok: false,
    faulty: Object.keys(faulty).toSorted(),
  })
})

test('checks a file again when a file that it imports indirectly changes', PATIENCE, () => {
  const { write, remove, check } = createProject()
  expect(check('types')).toMatchObject({ ok: true })
  expect(check('types').output).toContain('1 files, 0 of them')
  write({ 'src-shared/name.ts': 'export type Name = number\n' })
  expect(findFaulty(check('types').output)).toEqual(['src-main/main.ts'])
  expect(check('types')).toMatchObject({ ok: false })
  write(FILES)
  expect(check('types')).toMatchObject({ ok: true })
  remove('src-shared/name.ts')
  expect(findFaulty(check('types').output)).toEqual(['src-shared/greet.ts'])
})

test('checks every file again when a setting or a global declaration changes', PATIENCE, () => {
  const { write, check } = createProject()
  const reader = "export const value: string = globalThis.value ?? ''\n"
  const declaration = (type: string) => `export {}\ndeclare global {\n  var value: ${type}\n}\n`
  write({ 'src-main/reader.ts': reader, 'src-main/global.ts': declaration('string | undefined') })
  expect(check('types')).toMatchObject({ ok: true })
  write({ 'src-main/global.ts': declaration('number') })
  expect(findFaulty(check('types').output)).toEqual(['src-main/reader.ts'])
  write({ 'src-main/global.ts': declaration('string | undefined') })
  expect(check('types')).toMatchObject({ ok: true })
  const node = '{ "extends": "../tsconfig.base.json", "compilerOptions": { "types": [] } }'
  write({ 'src-main/tsconfig.json': node, 'src-main/id.ts': 'export const id = process.pid\n' })
  expect(findFaulty(check('types').output)).toEqual(['src-main/id.ts'])
})

test('checks elements again when the types of JSX change', PATIENCE, () => {
  const { write, check } = createProject()
  const runtime = (type: string) =>
    [
      'export namespace JSX {',
      '  export type Element = object',
      `  export interface IntrinsicElements { b: { children: ${type} } }`,
      '}',
      'export const jsx = (tag: string, props: object): object => ({ tag, props })',
      '',
    ].join('\n')
  write({
    'src-renderer/ui/jsx-runtime.ts': runtime('string'),
    'src-renderer/bold.tsx': 'export const Bold = () => <b>text</b>\n',
  })
  expect(check('renderer')).toMatchObject({ ok: true })
  write({ 'src-renderer/ui/jsx-runtime.ts': runtime('number') })
  expect(findFaulty(check('renderer').output)).toEqual(['src-renderer/bold.tsx'])
})

test('checks shared code with the globals of both runtimes', PATIENCE, () => {
  const { write, check } = createProject()
  const signal = (type: string) => `export const signal: ${type} = { aborted: true }\n`
  write({
    'src-shared/web.d.ts': 'interface AbortSignal {\n  readonly aborted: boolean\n}\n',
    'src-shared/signal.ts': signal('{ readonly aborted: boolean }'),
  })
  expect(check('shared')).toMatchObject({ ok: true })
  expect(check('shared').output).toContain('unchanged since they passed')
  write({ 'src-shared/signal.ts': signal('AbortSignal') })
  const { output } = check('shared')
  expect(output).toMatch(/FAILED types: shared code in Node/)
  expect(output).toMatch(/FAILED types: shared code in the DOM/)
  expect(output).toContain('src-shared/signal.ts(1,14): error')
  expect(check('others')).toMatchObject({ ok: true })
})

test(
  'lints a file again after a change of its own, or of an import where a rule reads it',
  PATIENCE,
  () => {
    const { write, check } = createProject()
    expect(check('lint')).toMatchObject({ ok: true })
    write({ 'src-main/main.ts': 'export  const a = 1\n' })
    expect(check('format').output).toContain('format ━')
    const importing = (path: string) => `import { two } from '${path}'\n\nexport const one = two\n`
    const two = (text: string) => ({ 'src-main/two.ts': `${text}export const two = 2\n` })
    write({ ...FILES, 'src-main/one.ts': importing('./two.ts'), ...two('') })
    expect(check('lint')).toMatchObject({ ok: true })
    write(two("import './one.ts'\n\n"))
    expect(check('format')).toMatchObject({ ok: true })
    expect(check('lint').output).toMatch(/src-main\/one\.ts:.* lint\/suspicious\/noImportCycles/)
    write(two('/** @private */\n'))
    write({ 'src-renderer/index.ts': importing('../src-main/two.ts') })
    expect(check('lint').output).toContain('lint/correctness/noPrivateImports')
    write({ 'src-main/one.ts': importing('./two') })
    expect(check('lint').output).toContain('lint/correctness/useImportExtensions')
  },
)

test('lints every rule that reads other files apart from the rest', () => {
  const { linter, overrides } = Biome.parse(JSON.parse(readFileSync('biome.json', 'utf8')))
  const rules = [linter, ...overrides.map((one) => one.linter)]
    .flatMap((one) => Object.entries(one.rules))
    .filter(([group]) => group !== 'preset')
    .flatMap(([group, names]) => Object.keys(names).map((name) => ({ group, name })))
  const readsOthers = ({ name }: { readonly name: string }) =>
    /Domains\s+- Name: project/.test(
      execFileSync(process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'explain', name], {
        encoding: 'utf8',
      }),
    )
  const found = rules.filter(readsOthers).map(({ group, name }) => `${group}/${name}`)
  // The one that the domain recommends.
  expect([...found, 'correctness/noPrivateImports'].toSorted()).toEqual(IMPORT_RULES.toSorted())
})

test('limits --changed to changed files and the files that import them', PATIENCE, () => {
  const { write, check, git } = createProject()
  expect(check('--changed', 'types').output).toContain('0 files, 0 of them')
  write({ 'src-shared/name.ts': 'export type Name = number\n' })
  expect(check('--changed', 'types')).toMatchObject({ ok: true })
  write({ 'src-shared/greet.ts': 'export const greet = (name: number) => name\n' })
  git('add', '.')
  git('checkout', '--quiet', '-b', 'topic')
  git('commit', '--quiet', '--message=change')
  expect(findFaulty(check('--changed', 'types').output)).toEqual(['src-main/main.ts'])
  write({ 'src-main/new.ts': "export const length: string = 'a'.length\n" })
  expect(findFaulty(check('--changed', 'types').output)).toEqual([
    'src-main/main.ts',
    'src-main/new.ts',
  ])
})
