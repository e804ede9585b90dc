import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { testCorpus } from '../../../../../test/support/corpus.ts'
import { createToolBench, type ToolBench } from '../../../../../test/support/tool-bench.ts'

const isWindows = process.platform === 'win32'

/** Names that every file tool takes as they are. */
const names: Readonly<Record<string, string>> = {
  'a blank': 'two words.txt',
  'an emoji': '🙂 notes.md',
  'a family of emoji': '👩‍👩‍👧.txt',
  'Chinese, Japanese and Korean': '文件-ファイル-파일.txt',
  Hebrew: 'שלום.txt',
  'Persian with a joiner': 'می‌خواهم.txt',
  'composed letters': 'caf\u00E9.txt',
  'decomposed letters': 'cafe\u0301.txt',
  Hangul: '\uD55C\uAE00.txt',
  'decomposed Hangul': '\u1112\u1161\u11AB.txt',
  'an Ångström sign': '\u212B.txt',
  'a hyphen at its beginning': '-rf.txt',
  'a dollar and quotes': "$HOME 'a'.txt",
  'a percent sign': '100%20.txt',
  'a hash': 'a#b.txt',
  brackets: '[id] (copy) {x}.txt',
  'an exclamation mark': '!important.txt',
  'a tilde': '~backup~',
  'only dots and letters': '...a',
  'a line separator': 'a\u2028b.txt',
  'a bidi mark': 'a\u202Etxt.exe',
  'two hundred characters': 'x'.repeat(200),
  'a name of git’s for something else': 'gitignore',
}

/** Names that Windows doesn't allow. */
const unixNames: Readonly<Record<string, string>> = {
  'a blank at its end': 'a ',
  'a dot at its end': 'a.',
  'a backslash': 'a\\b.txt',
  'a colon': 'a:b.txt',
  'a line end': 'a\nb.txt',
  'a star and a question mark': 'a*b?.txt',
  'quotes and a pipe': '"a"|<b>.txt',
  'a device of Windows': 'CON',
  'a control character': 'a\u0007b.txt',
}

const cases = Object.entries(isWindows ? names : { ...names, ...unixNames })

testCorpus(
  'file-names',
  { cases: cases.map(([name, file]) => ({ name, file })), timeoutMs: 60_000 },
  async ({ file }) => {
    await using tools = await createToolBench()
    const path = `/workspace/folder/${file}`
    const { call, bench } = tools
    await call('write_file', { file_path: path, content: 'one\ntwo\n' })
    expect(readFileSync(join(bench.root, 'folder', file), 'utf8')).toBe('one\ntwo\n')
    expect((await call('read_file', { file_path: path })).text).toContain('one\ntwo')
    await call('edit_file', { file_path: path, old_string: 'two', new_string: 'three' })
    expect((await call('ls', { path: '/workspace/folder' })).text).toContain(`${path} (10 bytes, `)
    await findsEveryForm(tools, file)
    await call('move_file', { from: path, to: '/workspace/moved.txt' })
    await call('move_file', { from: '/workspace/moved.txt', to: path })
    expect(readdirSync(join(bench.root, 'folder'))).toEqual([file])
    await call('delete_file', { file_path: path })
    expect(existsSync(join(bench.root, 'folder', file))).toBe(false)
    expect(tools.written.filter((one) => one.path === path).map(toKind)).toEqual([
      'created',
      'changed',
      ...(file.normalize('NFC') === file.normalize('NFD') ? [] : Array(4).fill('changed')),
      'gone',
      'created',
      'gone',
    ])
  },
)

/** However a model writes the letters of a name, it means the one file that looks so. */
async function findsEveryForm({ call, bench }: ToolBench, file: string) {
  const forms = [file.normalize('NFC'), file.normalize('NFD')]
  if (forms[0] === forms[1]) return
  for (const [index, form] of forms.entries()) {
    const path = `/workspace/folder/${form}`
    expect((await call('read_file', { file_path: path })).text).toContain('three')
    const content = `one\nthree\n${index}\n`
    await call('write_file', { file_path: path, content })
    await call('edit_file', { file_path: path, old_string: `${index}\n`, new_string: 'new\n' })
  }
  expect(readdirSync(join(bench.root, 'folder'))).toEqual([file])
}

function toKind({ before, after }: { readonly before: unknown; readonly after: unknown }) {
  if (before === null) return 'created'
  return after === null ? 'gone' : 'changed'
}

/** Paths at which nothing can be, and what is said of them; `prepare` makes what is in the way. */
const refused: readonly {
  readonly name: string
  readonly path: string
  readonly says: RegExp
  readonly isFile?: true
}[] = [
  { name: 'a name of 256 characters', path: 'x'.repeat(256), says: /too long/ },
  { name: 'a name of 200 characters of 3 bytes', path: '文'.repeat(200), says: /too long/ },
  { name: 'a path of 6000 characters', path: 'folder/'.repeat(900), says: /too long/ },
  { name: 'a folder whose name is too long', path: `${'x'.repeat(300)}/a.txt`, says: /too long/ },
  { name: 'a path through a file', path: 'file.txt/below.txt', says: /is a file, not a folder/ },
  { name: 'a path far below a file', path: 'file.txt/a/b/c.txt', says: /is a file, not a folder/ },
  { name: 'half of a character', path: 'a\uD83D.txt', says: /half of a character/ },
  { name: 'the other half', path: 'a\uDE00/b.txt', says: /half of a character/ },
  { name: 'a NUL', path: 'a\0.txt', says: /NUL/ },
]

testCorpus(
  'refused-names',
  { cases: refused, timeoutMs: 60_000 },
  async ({ path: relative, says }) => {
    await using tools = await createToolBench({ 'file.txt': 'text\n' })
    const path = `/workspace/${relative}`
    const calls: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
      ['write_file', { file_path: path, content: 'x' }],
      ['edit_file', { file_path: path, old_string: 'a', new_string: 'b' }],
      ['read_file', { file_path: path }],
      ['delete_file', { file_path: path }],
      ['move_file', { from: '/workspace/file.txt', to: path }],
      ['move_file', { from: path, to: '/workspace/other.txt' }],
      ['compose_files', { edits: [{ file_path: path, content: 'x' }] }],
      ['ls', { path }],
      ['grep', { pattern: 'x', path }],
    ]
    for (const [name, args] of calls) {
      const said = await tools.call(name, args).then(
        ({ text }) => text,
        (error: unknown) => (error instanceof Error ? error.message : ''),
      )
      expect(said, name).toMatch(new RegExp(`${says.source}|There is no |No matches|Nothing`, 'u'))
      if (name.startsWith('write')) expect(said).toMatch(says)
      expect(said, name).not.toMatch(/E[A-Z]{4,}|errno/u)
      expect(said, name).not.toContain(tools.bench.root)
    }
    expect(readFileSync(join(tools.bench.root, 'file.txt'), 'utf8')).toBe('text\n')
  },
)

testCorpus(
  'binary-files',
  {
    cases: [
      { name: 'a PNG', bytes: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') },
      { name: 'a JPEG', bytes: Buffer.from('ffd8ffe000104a4649460001', 'hex') },
      { name: 'a gzip file', bytes: Buffer.from('1f8b0800000000000003', 'hex') },
      { name: 'a ZIP file', bytes: Buffer.from('504b0304140000000800', 'hex') },
      { name: 'a program', bytes: Buffer.from('7f454c4602010100000000', 'hex') },
      { name: 'NULs in text', bytes: Buffer.from('one\0two\n') },
      { name: 'half of UTF-16', bytes: Buffer.from('fffe610062', 'hex') },
      { name: 'UTF-16 with half of a character', bytes: Buffer.from('fffe3dd86100', 'hex') },
      { name: 'a few small bytes', bytes: Buffer.from([0, 1, 2, 3]) },
      { name: 'a SQLite database', bytes: Buffer.from('SQLite format 3\0\u0010\0\u0001') },
      {
        name: 'many control characters',
        bytes: Buffer.from(Array.from({ length: 64 }, (_, i) => 255 - i * 4)),
      },
    ],
    timeoutMs: 60_000,
  },
  async ({ bytes }) => {
    await using tools = await createToolBench()
    const file = join(tools.bench.root, 'x.bin')
    writeFileSync(file, bytes)
    const path = '/workspace/x.bin'
    await expect(tools.call('read_file', { file_path: path })).rejects.toThrow('is not text')
    const edit = { file_path: path, old_string: 'one', new_string: 'two' }
    await expect(tools.call('edit_file', edit)).rejects.toThrow('is not text')
    expect(readFileSync(file)).toEqual(bytes)
  },
)
