import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { cutPieces } from '#shared/code-review/chunk-diff.ts'
import { parseDiff } from '#shared/code-review/unified-diff.ts'
import type { RequestedSubject } from '#shared/contract/procedures/code-reviews.ts'
import { git, writeFiles } from '../../../test/support/test-workspace.ts'
import { type PreparedReview, prepareReview } from './prepare-review.ts'

function openFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-review-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFiles(folder, files)
  return folder
}

/** With all of it committed on `main`. */
function openRepository(files: Readonly<Record<string, string>>): string {
  const root = openFolder(files)
  git(root, 'init', '-q', '-b', 'main')
  commit(root)
  return root
}

function commit(root: string): void {
  git(root, 'add', '-A')
  git(root, '-c', 'user.name=A', '-c', 'user.email=a@b', 'commit', '-qm', 'one')
}

function prepare(
  root: string,
  subject: RequestedSubject,
  maxTokens = 100_000,
): Promise<PreparedReview> {
  return prepareReview({ subject, root, maxTokens, changes: async () => [] })
}

function told({ files, leftOut }: PreparedReview): readonly string[] {
  return [
    ...files.map(({ path, added, removed }) => `${path} +${added} −${removed}`),
    ...leftOut.map(({ path, why }) => `${path}: ${why}`),
  ]
}

const uncommitted = { type: 'uncommitted' } as const

test('what is uncommitted: changed, staged, new, renamed and gone; nothing is staged by looking', async () => {
  const long = `${'a line\n'.repeat(20)}`
  const root = openRepository({
    ...{ 'a.ts': 'one\ntwo\n', 'gone.ts': 'one\n', 'old name.ts': long, '.gitignore': 'out/\n' },
    'staged.ts': 'one\n',
  })
  writeFiles(root, {
    ...{ 'a.ts': 'one\nTWO\n', 'staged.ts': 'ONE\n', 'out/x.ts': 'x\n', 'new/ü "x".ts': 'a\nb' },
    'empty.ts': '',
  })
  git(root, 'mv', 'old name.ts', 'new name.ts')
  writeFiles(root, { 'new name.ts': `${long}more\n` })
  rmSync(join(root, 'gone.ts'))
  symlinkSync('/etc/passwd', join(root, 'link'))
  git(root, 'add', 'staged.ts')
  const before = git(root, 'status', '--porcelain')
  const prepared = await prepare(root, uncommitted)
  expect(told(prepared).toSorted()).toEqual([
    'a.ts +1 −1',
    'empty.ts: no-lines',
    'gone.ts +0 −1',
    'link +1 −0',
    'new name.ts +1 −0',
    'new/ü "x".ts +2 −0',
    'staged.ts +1 −1',
  ])
  expect(parseDiff(prepared.diff).find(({ path }) => path === 'new name.ts')?.from).toBe(
    'old name.ts',
  )
  expect(git(root, 'status', '--porcelain')).toBe(before)
  expect(told(await prepare(root, { type: 'staged' }))).toEqual([
    'staged.ts +1 −1',
    'new name.ts: no-lines',
  ])
})

test('the pieces that are named are those that the diff is cut into', async () => {
  const lines = (name: string) =>
    Array.from({ length: 900 }, (_, index) => `const ${name}${index} = call(${index})\n`).join('')
  const root = openRepository({ 'a.ts': '' })
  writeFiles(root, { 'b.ts': lines('b'), 'a.ts': lines('a') })
  const { diff, files, pieceTokens } = await prepare(root, uncommitted)
  const pieces = cutPieces(parseDiff(diff), pieceTokens)
  expect(files.flatMap((file) => file.pieces.map((number) => `${file.path} ${number}`))).toEqual(
    pieces.map(({ path, number }) => `${path} ${number}`),
  )
  expect(pieces.length).toBeGreaterThan(3)
})

test('a branch is compared with where it left the other, uncommitted work included', async () => {
  const root = openRepository({ 'a.ts': 'one\n', 'main.ts': 'one\n' })
  git(root, 'checkout', '-qb', 'topic')
  writeFiles(root, { 'a.ts': 'two\n' })
  commit(root)
  git(root, 'checkout', '-q', 'main')
  writeFiles(root, { 'main.ts': 'two\n' })
  commit(root)
  git(root, 'checkout', '-q', 'topic')
  writeFiles(root, { 'new.ts': 'new\n' })
  const expected = ['a.ts +1 −1', 'new.ts +1 −0']
  expect(told(await prepare(root, { type: 'base', ref: 'main' }))).toEqual(expected)
  git(root, 'update-ref', 'refs/remotes/origin/trunk', 'main')
  expect(told(await prepare(root, { type: 'base', ref: 'trunk' }))).toEqual(expected)
})

test('of a project below its repository’s root, only what is below it, by its own paths', async () => {
  const top = openRepository({ 'a.ts': 'one\n', 'app/b.ts': 'one\n' })
  writeFiles(top, { 'a.ts': 'two\n', 'app/b.ts': 'two\n', 'new.ts': 'x\n', 'app/in/new.ts': 'x\n' })
  const expected = ['b.ts +1 −1', 'in/new.ts +1 −0']
  expect(told(await prepare(join(top, 'app'), uncommitted))).toEqual(expected)
  expect(told(await prepare(join(top, 'app'), { type: 'base', ref: 'HEAD' }))).toEqual(expected)
})

test('before the first commit all there is differs', async () => {
  const root = openFolder({ 'a.ts': 'one\n', 'b.ts': 'one\n' })
  git(root, 'init', '-q', '-b', 'main')
  git(root, 'add', 'a.ts')
  writeFiles(root, { 'a.ts': 'one\ntwo\n' })
  expect(told(await prepare(root, uncommitted))).toEqual(['a.ts +2 −0', 'b.ts +1 −0'])
  expect(told(await prepare(root, { type: 'staged' }))).toEqual(['a.ts +1 −0'])
})

test('a diff is reviewed as it is, without a repository', async () => {
  const text = '--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n-a\n+b\n'
  const prepared = await prepare(openFolder(), { type: 'diff', name: 'x.diff', text })
  expect(prepared).toEqual({
    subject: { type: 'diff', name: 'x.diff' },
    diff: text,
    files: [{ path: 'x.ts', added: 1, removed: 1, pieces: [1] }],
    leftOut: [],
    pieceTokens: 6000,
  })
})

test('a diff that names files from the repository’s root is one of the project below it', async () => {
  const top = openRepository({
    ...{ 'app/b.ts': 'one\n', 'app/old.ts': 'a\nlong\nfile\n', 'app/x.png': 'a\0b', 'c.ts': '1\n' },
    ...{ 'app/my app/ü.ts': 'one\n' },
  })
  writeFiles(top, { 'app/b.ts': 'two\n', 'app/x.png': 'a\0c' })
  git(top, 'mv', 'app/old.ts', 'app/new.ts')
  const review = async (...args: readonly string[]) => {
    const text = git(top, 'diff', '-M', 'HEAD', ...args)
    return prepare(join(top, 'app'), { type: 'diff', name: '-', text })
  }
  const prepared = await review()
  const expected = ['b.ts +1 −1', 'new.ts: no-lines', 'x.png: binary']
  expect(told(prepared)).toEqual(expected)
  expect(parseDiff(prepared.diff).map(({ path }) => path)).toEqual(['b.ts'])
  expect(told(await review('--no-prefix'))).toEqual(expected)
  expect(told(await review('--relative=app'))).toEqual(expected)
  // A name that can’t be told from what goes before it, and one of another folder: as they are.
  writeFiles(top, { 'app/my app/ü.ts': 'two\n' })
  expect(told(await review())).toContain('app/b.ts +1 −1')
  git(top, 'checkout', '-q', '--', 'app/my app')
  writeFiles(top, { 'c.ts': '2\n' })
  expect(told(await review())).toEqual(expect.arrayContaining(['app/b.ts +1 −1', 'c.ts +1 −1']))
  git(top, 'checkout', '-q', '--', 'c.ts')
  writeFiles(top, { 'app/app/b.ts': 'one\n' })
  expect(told(await review())).toContain('app/b.ts +1 −1')
})

test('where nothing can be reviewed it says why', async () => {
  const root = openRepository({ 'a.ts': 'one\n' })
  const refused = (subject: RequestedSubject, folder = root) =>
    expect(prepare(folder, subject)).rejects
  for (const type of ['uncommitted', 'staged', 'session'] as const) {
    const details = { data: { isUnchanged: true } }
    await refused({ type }).toMatchObject({ code: 'invalid-input', details })
  }
  await refused({ type: 'base', ref: 'main' }).toThrow(/Nothing differs from .* “main”/u)
  for (const ref of ['nowhere', '--output=x', 'main x', 'a..b', '']) {
    await refused({ type: 'base', ref }).toThrow(/Git knows no “.*”/u)
  }
  await refused({ type: 'diff', name: '-', text: 'hello' }).toThrow(/no unified diff/u)
  await refused(uncommitted, openFolder()).toThrow(/not in a git repository/u)
  const orphan = openRepository({ 'a.ts': 'one\n' })
  git(orphan, 'checkout', '-q', '--orphan', 'other')
  writeFiles(orphan, { 'a.ts': 'another\n' })
  commit(orphan)
  await refused({ type: 'base', ref: 'main' }, orphan).toThrow(/no commit in common/u)
})

test('nothing that a repository names is run, and its settings change nothing of the diff', async () => {
  const root = openRepository({ 'a.ts': 'one\n', '.gitattributes': '*.ts diff=sly filter=sly\n' })
  const mark = join(root, '.git', 'was-run')
  for (const name of [
    'diff.sly.command',
    'diff.sly.textconv',
    'diff.external',
    'filter.sly.clean',
  ]) {
    git(root, 'config', name, `touch ${mark} #`)
  }
  git(root, 'config', 'core.fsmonitor', `touch ${mark} #`)
  for (const name of ['diff.noprefix', 'diff.mnemonicPrefix']) git(root, 'config', name, 'true')
  git(root, 'config', 'color.diff', 'always')
  writeFiles(root, { 'a.ts': 'two\n', 'b.ts': 'new\n' })
  expect(told(await prepare(root, uncommitted))).toEqual(['a.ts +1 −1', 'b.ts +1 −0'])
  expect(existsSync(mark)).toBe(false)
})

test('what is generated, vendored, binary or too large is named and not read', async () => {
  const root = openRepository({
    ...{ 'a.ts': 'one\n', 'run.sh': 'x\n', 'package-lock.json': '{}\n', 'x.png': 'a\0b' },
    '.gitattributes': 'api/** linguist-generated\nvendor/ours/** -linguist-vendored\n',
  })
  chmodSync(join(root, 'run.sh'), 0o755)
  writeFiles(root, {
    ...{ 'a.ts': 'two\n', 'package-lock.json': '{"a":1}\n', 'x.png': 'a\0c', 'new.bin': '\0\x01' },
    ...{ 'node_modules/a/b.js': 'x\n', 'node_modules/c.js': 'x\n', 'lib/vendor/x.go': 'x\n' },
    ...{ 'vendor/ours/x.go': 'x\n', 'api/x.ts': 'x\n', 'app.min.js': 'x\n' },
    ...{ 'made.go': '// Code generated by x. DO NOT EDIT.\npackage x\n' },
    ...{ 'says.go': `${'\n'.repeat(20)}// DO NOT EDIT.\n` },
    ...{ 'bundle.js': `${'x'.repeat(5000)}\n`, 'prose.md': `${'x '.repeat(2500)}\n` },
    ...{ 'huge.txt': 'a line of text\n'.repeat(40_000), 'large.sql': 'insert\n'.repeat(40_000) },
  })
  mkdirSync(join(root, 'folder'))
  const prepared = await prepare(root, uncommitted)
  expect(told(prepared).toSorted()).toEqual([
    'a.ts +1 −1',
    'api/x.ts: generated',
    'app.min.js: generated',
    'bundle.js: generated',
    'huge.txt: too-large',
    'large.sql: too-large',
    'lib/vendor/: vendored',
    'made.go: generated',
    'new.bin: binary',
    'node_modules/: vendored',
    'package-lock.json: generated',
    'prose.md +1 −0',
    'run.sh: no-lines',
    'says.go +21 −0',
    'vendor/ours/x.go +1 −0',
    'x.png: binary',
  ])
})

test('a change does not take files out of its own review', async () => {
  const attributes = 'app/made/** linguist-generated\n'
  const root = openRepository({
    ...{ '.gitattributes': attributes, 'app/made/a.ts': 'one\n', 'app/b.ts': 'one\n' },
    ...{ 'app/c.ts': 'one\ntwo\n', 'app/d.ts': '// @generated 1\none\n' },
  })
  writeFiles(root, {
    ...{ 'app/made/a.ts': 'two\n', 'app/b.ts': 'two\n', 'app/c.ts': '// @generated\none\ntwo\n' },
    ...{ 'app/d.ts': '// @generated 2\ntwo\n', 'app/new.ts': '// @generated\n' },
  })
  const [left, found] = [
    ['app/d.ts: generated', 'app/new.ts: generated'],
    ['app/b.ts +1 −1', 'app/c.ts +1 −0'],
  ]
  const made = ['app/made/a.ts +1 −1', 'app/made/a.ts: generated']
  const all = [...found, ...left]
  expect(told(await prepare(root, uncommitted)).toSorted()).toEqual([...all, made[1]].toSorted())
  writeFiles(root, { '.gitattributes': `${attributes}* linguist-vendored\n` })
  const own = ['.gitattributes +1 −0', ...all, made[0]]
  expect(told(await prepare(root, uncommitted)).toSorted()).toEqual(own.toSorted())
  expect(told(await prepare(root, { type: 'base', ref: 'main' })).toSorted()).toEqual(
    own.toSorted(),
  )
  const below = own.slice(1).map((one) => one?.replace('app/', ''))
  expect(told(await prepare(join(root, 'app'), uncommitted)).toSorted()).toEqual(below.toSorted())
  git(root, 'add', '-A')
  expect(told(await prepare(root, { type: 'staged' })).toSorted()).toEqual(own.toSorted())
})

test('attributes of a folder that a change brings along say nothing of what is not below it', async () => {
  const root = openRepository({
    '.gitattributes': 'made/* linguist-generated\n',
    'made/a.ts': '1\n',
  })
  writeFiles(root, {
    'made/a.ts': '2\n',
    'lib/.gitattributes': '* linguist-vendored\n',
    'lib/b.ts': '1\n',
  })
  expect(told(await prepare(root, uncommitted))).toEqual([
    ...['lib/.gitattributes +1 −0', 'lib/b.ts +1 −0'],
    'made/a.ts: generated',
  ])
})

test('of two hundred files as many are reviewed as there is room for, and the others are named', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => {
      const lines = Array.from({ length: 5 + index }, (__, at) => `const x${at} = ${index}\n`)
      return [`src/${index % 10}/file-${index}.ts`, lines.join('')]
    }),
  )
  const root = openRepository(files)
  writeFiles(
    root,
    Object.fromEntries(
      Object.entries(files).map(([path, text]) => [path, text.replaceAll('const', 'let')]),
    ),
  )
  const prepared = await prepare(root, uncommitted, 50_000)
  const pieces = cutPieces(parseDiff(prepared.diff), prepared.pieceTokens)
  const tokens = pieces.reduce((sum, piece) => sum + piece.tokens, 0)
  expect(tokens).toBeLessThanOrEqual(50_000)
  expect(tokens).toBeGreaterThan(40_000)
  const named = [...prepared.files, ...prepared.leftOut].map(({ path }) => path)
  expect(named.toSorted()).toEqual(Object.keys(files).toSorted())
  expect(new Set(prepared.leftOut.map(({ why }) => why))).toEqual(new Set(['over-budget']))
  const all = await prepare(root, uncommitted, 1_000_000)
  expect([all.files.length, all.leftOut.length]).toEqual([200, 0])
})

test('with a budget for nothing all is left out, and named', async () => {
  const root = openRepository({ 'a.ts': 'one\n' })
  writeFiles(root, { 'a.ts': 'two\n' })
  const prepared = await prepare(root, uncommitted, 0)
  expect(told(prepared)).toEqual(['a.ts: over-budget'])
  expect(prepared.pieceTokens).toBeGreaterThan(0)
})

test('what may not be kept is taken out before anything is cut', async () => {
  const secrets = ['one secret', 'two\n+tails\n']
  const line = `${'x'.repeat(300)} one secret\n`
  const root = openRepository({ 'a.ts': '' })
  writeFiles(root, { 'a.ts': `${line.repeat(100)}two\ntails\n` })
  const { diff, files, pieceTokens } = await prepareReview({
    ...{ subject: uncommitted, root, maxTokens: 100_000, changes: async () => [] },
    redact: (text) => secrets.reduce((left, secret) => left.replaceAll(secret, '[key]'), text),
  })
  expect(diff).not.toContain('secret')
  const pieces = cutPieces(parseDiff(diff), pieceTokens)
  expect(files).toEqual([
    { path: 'a.ts', added: 102, removed: 0, pieces: pieces.map(({ number }) => number) },
  ])
})

test('it can be called off', async () => {
  const root = openRepository({ 'a.ts': 'one\n' })
  writeFileSync(join(root, 'a.ts'), 'two\n')
  const asked = { subject: uncommitted, root, maxTokens: 1000, changes: async () => [] }
  await expect(prepareReview({ ...asked, signal: AbortSignal.abort() })).rejects.toThrow(/abort/u)
})
