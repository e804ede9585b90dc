import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openRunFixture } from '../../../../test/support/run-fixture.ts'
import { calls, reads, scriptAgents } from '../../../../test/support/scripted-agents.ts'
import { temporaryFolder } from '../../../../test/support/store-fixture.ts'
import { writeFiles } from '../../../../test/support/test-workspace.ts'
import { ConfigFolder } from '../../workspace/files/config-folder.ts'
import { readInstructions } from './instructions.ts'
import type { PromptPart } from './part.ts'

/** anthropics/claude-code #78697: an import of a rule file above the opened folder was left as its letters. */
const demo = {
  '.git/HEAD': 'ref: refs/heads/main\n',
  'AGENTS.md': '@RULES.md\n\n## local\n',
  'RULES.md': 'CANARY-1',
  'sub/AGENTS.md': '@RULES.md',
  'sub/RULES.md': 'CANARY-3',
  'sub/deep/AGENTS.md': '@../../shared.md',
  'sub/deep/x.ts': 'export {}\n',
  'shared.md': 'CANARY-2',
}

function openRepository(files: Readonly<Record<string, string>>): string {
  const { path, ...folder } = temporaryFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  writeFiles(join(path, 'demo'), files)
  return join(path, 'demo')
}

function readAt(root: string): Promise<readonly PromptPart[]> {
  const home = new ConfigFolder(join(root, '../home'), { isConfined: true })
  return readInstructions({ home, project: new ConfigFolder(root, { isConfined: true }) })
}

const textOf = (parts: readonly PromptPart[]) => parts.map(({ text }) => text).join('\n')
const canariesIn = (text: string) => text.match(/CANARY-\d/gu)?.toSorted()
const notesOf = (parts: readonly PromptPart[]) =>
  parts.flatMap(({ notes = [], error }) => [...notes, ...(error ? [error] : [])])

test('imports of a rule file above the opened folder are read, each once, from any folder', async () => {
  const root = openRepository(demo)
  expect(canariesIn(textOf(await readAt(root)))).toEqual(['CANARY-1'])
  expect(canariesIn(textOf(await readAt(join(root, 'sub'))))).toEqual(['CANARY-1', 'CANARY-3'])
  const deep = await readAt(join(root, 'sub/deep'))
  expect(canariesIn(textOf(deep))).toEqual(['CANARY-1', 'CANARY-2', 'CANARY-3'])
  expect(deep.map(({ title, notes }) => [title, notes])).toEqual([
    ['../../AGENTS.md', []],
    ['../../RULES.md', []],
    ['../AGENTS.md', []],
    ['../RULES.md', []],
    ['AGENTS.md', []],
    ['../../shared.md', []],
  ])
})

test('the first file read in a folder brings what its rule file imports from above', async () => {
  const script = scriptAgents({ 'Look at it.': [calls(reads('/workspace/sub/deep/x.ts'))] })
  const { '.git/HEAD': _, ...files } = demo
  await using fixture = await openRunFixture({ files, script, isGit: true })
  expect(await fixture.prompt('Look at it.')).toEqual({ outcome: 'ok' })
  const [first, second] = fixture.server.requests
  expect(canariesIn(first?.system ?? '')).toEqual(['CANARY-1'])
  const answer = second?.messages.map(({ text }) => text).join('\n') ?? ''
  expect(canariesIn(answer)).toEqual(['CANARY-2', 'CANARY-3'])
})

/** See google-gemini/gemini-cli#20702: text that contains an @ was taken for an import and reported as missing. */
test('text that only looks like an import stays as it is, without a note', async () => {
  const text = [
    '(hors @sosmedecins-tpm.fr)',
    'mail bob@example.com, npm i @types/node, @Override, @media print',
    'Code: `@RULES.md` and `` `@RULES.md` ``',
    '```md\n@RULES.md\n```',
    '~~~\n```\n@RULES.md\n~~~',
    'So:\n\n    @RULES.md\n\n\t@RULES.md\n\nThen:',
    '<!-- @RULES.md -->',
    '<!--\n@RULES.md\n-->',
    '\\@RULES.md',
    'https://x.test/@RULES.md',
  ].join('\n\n')
  const root = openRepository({ 'AGENTS.md': text, 'RULES.md': 'CANARY-1' })
  const parts = await readAt(root)
  expect(parts.map(({ title, notes }) => [title, notes])).toEqual([['AGENTS.md', []]])
  expect(textOf(parts)).toContain(text)
})

test.each([
  'See @RULES.md.',
  'See @./RULES.md, too',
  '- one\n    - @RULES.md',
  '```\n@gone.md\n```\n@RULES.md',
  '@My\\ Rules.md',
  '@RULES.md#part',
  '@RULES.md @My\\ Rules.md\r\nmore\r\n',
  '\uFEFF@RULES.md',
  '<!-- note -->\n@RULES.md',
])('imports the file that %j names', async (text) => {
  const rules = { 'RULES.md': 'CANARY-1', 'My Rules.md': 'CANARY-1' }
  const root = openRepository({ 'AGENTS.md': text, ...rules })
  expect(canariesIn(textOf(await readAt(root)))?.[0]).toBe('CANARY-1')
})

test('circles, floods and what lies outside end at once, and are named', async () => {
  const many = Array.from({ length: 300 }, (_, index) => `big${index}.md`)
  const root = openRepository({
    'AGENTS.md': `@a.md @AGENTS.md @left.md @right.md @c1.md ${many.map((name) => `@${name}`).join(' ')}`,
    'a.md': 'CANARY-1 @b.md',
    'b.md': 'CANARY-2 @a.md',
    'left.md': '@end.md',
    'right.md': '@end.md',
    'end.md': 'CANARY-3',
    ...Object.fromEntries(
      [1, 2, 3, 4, 5, 6, 7].map((n) => [`c${n}.md`, `Chain ${n} @c${n + 1}.md`]),
    ),
    ...Object.fromEntries(many.map((name) => [name, `${name} ${'x'.repeat(100_000)}`])),
    'CLAUDE.md': '@../outside.md @gone.md',
    '../outside.md': 'CANARY-4',
  })
  symlinkSync('AGENTS.md', join(root, 'CLAUDE.local.md'))
  const parts = await readAt(root)
  const text = textOf(parts)
  expect(canariesIn(text)).toEqual(['CANARY-1', 'CANARY-2', 'CANARY-3'])
  expect(text.length).toBeLessThan(1_000_000)
  expect(notesOf(parts)).toEqual(
    expect.arrayContaining([
      "@c6.md isn't imported: imports are followed 5 deep.",
      "@big299.md isn't imported: only 20 files are.",
      "@../outside.md isn't imported: it is outside the project.",
      "@gone.md isn't imported: there is no such file.",
      'It says the same as AGENTS.md.',
    ]),
  )
})

test('imports that lead out of the repository or are no text are refused, and named', async () => {
  const names = ['../../outside.md', 'link.md', 'folder.md', 'pipe.md', 'binary.md', 'huge.md']
  const text = `@/etc/hostname @~/.ssh/id_rsa ${names.map((name) => `@${name}`).join(' ')}`
  const root = openRepository({
    '.git/HEAD': 'ref: refs/heads/main\n',
    'sub/CLAUDE.md': `${text} @../secret.env`,
    'secret.env': 'CANARY-1',
    '../outside.md': 'CANARY-4',
  })
  addOddFiles(join(root, 'sub'))
  const parts = await readAt(join(root, 'sub'))
  expect(canariesIn(textOf(parts))).toBeUndefined()
  expect(notesOf(parts)).toEqual([
    "@../../outside.md isn't imported: it is outside the project.",
    '/workspace/link.md leads out of the project, or nowhere.',
    '/workspace/folder.md is a folder.',
    '/workspace/pipe.md is neither a file nor a folder.',
    'It is not text.',
    'It is larger than 1024 KB.',
  ])
})

function addOddFiles(root: string): void {
  symlinkSync('../../outside.md', join(root, 'link.md'))
  mkdirSync(join(root, 'folder.md'))
  execFileSync('mkfifo', [join(root, 'pipe.md')])
  writeFileSync(join(root, 'binary.md'), Uint8Array.of(0x62, 0xff, 0xfe, 0))
  writeFileSync(join(root, 'huge.md'), 'x'.repeat(50_000_000))
}
