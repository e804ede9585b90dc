import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { listPrograms, type ProgramStart, type System, toProgramPath } from './find-program.ts'

// Public reports of the same kind: CVE-2021-3115 and CVE-2020-27955 (Go, Git LFS: a program in the current folder),
// CVE-2023-40590 and CVE-2024-22190 (GitPython: git.exe and bash.exe in a repository), nodejs/node#46264.

const top = mkdtempSync(join(tmpdir(), 'orrery-programs-'))
afterAll(() => rmSync(top, { recursive: true, force: true }))

const tools = join(top, 'tools')
const project = join(top, 'project')
const ours = addProgram(join(tools, 'git'))

test('a program of the project is never chosen by its name', () => {
  const folders = ['', 'bin', 'node_modules/.bin', '.venv/bin'].map((one) => join(project, one))
  for (const folder of folders) addProgram(join(folder, 'git'))
  const relative = ['', '.', './bin', 'bin', 'node_modules/.bin', '../project/bin']
  for (const planted of [...relative, ...folders]) {
    expect(toProgramPath('git', startIn(project, [planted, tools, planted]))).toBe(ours)
  }
})

test('a program of the project isn’t chosen by a name from a folder inside', () => {
  for (const mark of ['.git', 'node_modules']) {
    const other = mkdtempSync(join(top, 'other-'))
    const inside = join(other, 'packages', 'a', 'source')
    mkdirSync(inside, { recursive: true })
    const planted = addProgram(join(other, 'packages', 'bin', 'git'))
    expect(toProgramPath('git', startIn(inside, [dirname(planted), tools]))).toBe(planted)
    mkdirSync(join(other, mark))
    expect(toProgramPath('git', startIn(inside, [dirname(planted), tools]))).toBe(ours)
  }
})

test('links don’t hide that a program is the project’s', () => {
  const planted = addProgram(join(project, 'linked', 'git'))
  const links = join(top, 'links')
  mkdirSync(links)
  symlinkSync(dirname(planted), join(links, 'folder'))
  symlinkSync(planted, join(links, 'git'))
  symlinkSync(project, join(links, 'project'))
  for (const start of [project, join(links, 'project')]) {
    const folders = [join(links, 'folder'), links, join(links, 'project/linked'), tools]
    expect([...listPrograms('git', startIn(start, folders))]).toEqual([ours])
  }
})

test('without a program outside the project, the path leads nowhere', () => {
  addProgram(join(project, 'only-here'))
  const start = startIn(project, [project, '.', ''])
  expect(toProgramPath('only-here', start)).toBe('/nonexistent/only-here')
  expect(toProgramPath('only-here', { folder: project, env: {} })).toBe('/nonexistent/only-here')
})

test('a file that can’t be run and a folder aren’t programs', () => {
  mkdirSync(join(top, 'first', 'git'), { recursive: true })
  mkdirSync(join(top, 'second'))
  writeFileSync(join(top, 'second', 'git'), '')
  const folders = [join(top, 'first'), join(top, 'second'), tools]
  expect(toProgramPath('git', startIn(project, folders))).toBe(ours)
})

test('a path names a program of the project', () => {
  const start = startIn(project, [tools])
  expect(toProgramPath('./server', start)).toBe(join(project, 'server'))
  expect(toProgramPath('bin/server', start)).toBe(join(project, 'bin', 'server'))
  expect(toProgramPath(join(project, 'server'), start)).toBe(join(project, 'server'))
})

test('absolute folders of a PATH that a trusted entry names count, relative ones don’t', () => {
  const planted = addProgram(join(project, 'named', 'server'))
  const start = (folders: readonly string[]) => ({
    ...startIn(project, folders),
    isPathTrusted: true,
  })
  expect(toProgramPath('server', start([dirname(planted)]))).toBe(planted)
  expect(toProgramPath('server', start(['named', './named']))).toBe('/nonexistent/server')
})

test('in a root folder everything is the project, so nothing is left out', () => {
  expect(toProgramPath('git', startIn('/', [tools]))).toBe(ours)
})

// Windows' rules on a list of files. Not tried on Windows.
const WINDOWS_FILES = [
  String.raw`C:\Program Files\Git\cmd\git.exe`,
  String.raw`C:\nodejs\npx.cmd`,
  String.raw`C:\nodejs\npx`,
  String.raw`C:\work\app\git.exe`,
  String.raw`C:\work\app\.git`,
  String.raw`C:\work\app\node_modules\.bin\git.EXE`,
  String.raw`C:\work\app\node_modules\.bin\npx.cmd`,
  String.raw`C:\work\app\tools\git.com`,
]

test.each([
  // The current folder is searched first, unless the program is found beforehand.
  [String.raw`C:\Program Files\Git\cmd`, String.raw`C:\Program Files\Git\cmd\git.EXE`],
  [String.raw`C:\work\app`, undefined],
  [String.raw`c:\WORK\App\tools`, undefined],
  [String.raw`C:\work\app\node_modules\.bin`, undefined],
  [String.raw`.;;tools;C:tools;\work\app;%CD%`, undefined],
  [String.raw`"C:\Program Files\Git\cmd"`, String.raw`C:\Program Files\Git\cmd\git.EXE`],
  [
    String.raw`.;C:\work\app\tools;C:\Program Files\Git\cmd`,
    String.raw`C:\Program Files\Git\cmd\git.EXE`,
  ],
])('finds git by the rules of Windows in %j', (path, expected) => {
  for (const folder of [String.raw`C:\work\app`, String.raw`c:\work\APP\source\deep`]) {
    const start = { folder, env: { Path: path }, system: windows }
    expect(toProgramPath('git', start)).toBe(expected ?? String.raw`\\.\nonexistent\git`)
  }
})

test('finds scripts on Windows only where a shell starts them', () => {
  const env = { Path: String.raw`C:\work\app\node_modules\.bin;C:\nodejs`, PathExt: '.EXE;.CMD;x' }
  const start = { folder: String.raw`C:\work\app`, env, system: windows }
  const found = String.raw`C:\nodejs\npx.CMD`
  expect(toProgramPath('npx', start)).toBe(String.raw`\\.\nonexistent\npx`)
  expect(toProgramPath('npx', { ...start, isThroughShell: true })).toBe(found)
  expect(toProgramPath('npx.cmd', { ...start, isThroughShell: true })).toBe(
    String.raw`C:\nodejs\npx.cmd`,
  )
})

test('takes what has a separator or a drive for a path on Windows', () => {
  const start = { folder: String.raw`C:\work\app`, env: {}, system: windows }
  expect(toProgramPath(String.raw`.\server`, start)).toBe(String.raw`C:\work\app\server`)
  expect(toProgramPath('tools/server', start)).toBe(String.raw`C:\work\app\tools\server`)
  expect(toProgramPath('C:server', start)).toBe(String.raw`C:\work\app\server`)
})

const windows: System = {
  platform: 'win32',
  home: String.raw`C:\Users\ada`,
  isProgram: (path) => hasFile(path),
  exists: (path) => hasFile(path),
  toRealPath: (path) => path,
}

function hasFile(path: string): boolean {
  const files = WINDOWS_FILES.map((file) => file.toLowerCase())
  return files.some((file) => file === path.toLowerCase())
}

function startIn(folder: string, folders: readonly string[]): ProgramStart {
  return { folder, env: { PATH: folders.join(delimiter) } }
}

function addProgram(path: string): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, '#!/bin/sh\n')
  chmodSync(path, 0o755)
  return path
}
