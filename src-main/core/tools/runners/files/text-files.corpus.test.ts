import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { expect } from 'vitest'
import { testCorpus } from '../../../../../test/support/corpus.ts'
import { createToolBench, type ToolBench } from '../../../../../test/support/tool-bench.ts'

/** A text file as it is on disk, and what it holds. */
interface TextCase {
  readonly name: string
  /** Decoded; `@` in its lines marks the place that is edited. */
  readonly raw: string
  readonly encoding: string
  readonly bytes: (raw: string) => Buffer
}

/** What is in files of each encoding, line by line. */
const samples: Readonly<Record<string, readonly string[]>> = {
  'UTF-8': ['// Größe, 日本語, 🙂', 'let x = "@"', 'end'],
  'UTF-16 LE': ['Über alles', 'let x = "@"', '日本語 text', 'end'],
  'UTF-16 BE': ['Über alles', 'let x = "@"', '日本語 text', 'end'],
  'UTF-32 LE': ['Über', 'x = @', 'end'],
  'UTF-32 BE': ['Über', 'x = @', 'end'],
  'Windows-1252': ['# Größe in Zoll', 'x = @', 'Prix : 3 €', 'naïve façade'],
  'Windows-1250': ['Zażółć gęślą jaźń', 'x = @', 'Łódź jest duża', 'źródło'],
  'Windows-1251': ['# Ошибка: файл не найден', 'x = @', 'Привет, мир'],
  'Windows-1253': ['# Καλημέρα κόσμε', 'x = @', 'Όλοι οι άνθρωποι'],
  'Windows-1255': ['# שלום עולם', 'x = @', 'מה שלומך היום'],
  'Windows-1256': ['# مرحبا بالعالم', 'x = @', 'كيف حالك اليوم'],
  'KOI8-R': ['# Ошибка: файл не найден', 'x = @', 'Привет, мир'],
  'ISO-8859-2': ['Příliš žluťoučký kůň', 'x = @', 'úpěl ďábelské ódy'],
  'ISO-8859-5': ['# Ошибка: файл не найден', 'x = @', 'Привет, мир'],
  Shift_JIS: ['// 日本語のコメントです', 'x = @', 'これはテストです。'],
  'EUC-JP': ['// 日本語のコメントです', 'x = @', 'これはテストです。'],
  'EUC-KR': ['// 안녕하세요 세계', 'x = @', '한국어 텍스트 파일입니다'],
  GB18030: ['// 你好，世界', 'x = @', '这是一个测试文件。'],
  Big5: ['// 您好，世界', 'x = @', '這是一個測試檔案。'],
}

const MARK = '\uFEFF'

function toCase(encoding: string, name: string, raw: string): TextCase {
  const bytes = (text: string) => iconv.encode(text, encoding)
  return { name: `${encoding}, ${name}`, raw, encoding, bytes }
}

const lineEnds = { LF: '\n', CRLF: '\r\n' }

const encoded = Object.entries(samples).flatMap(([encoding, lines]) => {
  const hasMark = encoding.startsWith('UTF-32') ? [true] : [true, false]
  const isUnicode = encoding.startsWith('UTF')
  return Object.entries(lineEnds).flatMap(([ends, end]) =>
    (isUnicode ? hasMark : [false]).map((isMarked) => {
      const text = lines.map((line) => line + end).join('')
      const name = `${ends}${isMarked ? ', byte order mark' : ''}`
      return toCase(encoding, name, isMarked ? MARK + text : text)
    }),
  )
})

const shaped = [
  ['CR alone', 'one\rx = @\rtwo\rthree\r'],
  ['mixed line ends', 'one\r\nx = @\ntwo\r\nthree\n'],
  ['line ends of three kinds', 'one\rx = @\r\ntwo\nthree\r'],
  ['one CRLF in many LF', 'one\ntwo\nx = @\r\nthree\nfour\n'],
  ['no final line end', 'one\nx = @\nthree'],
  ['no final line end, CRLF', 'one\r\nx = @\r\nthree'],
  ['a single line', 'x = @'],
  ['blank lines with different ends', '\r\n\n\r\nx = @\n\n\r\n'],
  ['NEL', 'one\u0085two\nx = @\n'],
  ['U+2028 and U+2029', 'one\u2028two\u2029\nx = @\n'],
  ['form feed and vertical tab', 'one\ftwo\v\nx = @\n'],
  ['escape sequences', '\u001B[31mred\u001B[0m\nx = @\n'],
  ['a very long line', `${'é'.repeat(20_000)}\nx = @\n`],
  ['trailing blanks', 'one  \t\nx = @  \nthree \n'],
  ['combining characters', 'e\u0301 \u00E9 \u1112\u1161\u11AB\nx = @\n'],
  ['zero-width and bidi characters', 'a\u200Db\u202E\u2066c\nx = @\n'],
  ['astral characters', '𝒳 👩‍👩‍👧 \u{10FFFD}\nx = @\n'],
  ['U+FFFD itself', 'a\uFFFDb\nx = @\n'],
  ['a byte order mark inside', 'one\uFEFF\nx = @\n'],
].map(([name = '', raw = '']) => toCase('UTF-8', name, raw))

const shapedLatin = [
  ['mixed line ends', 'été\r\nx = @\nnoël\r\nça\n'],
  ['no final line end', 'été\nx = @\nnoël'],
  ['CR alone', 'été\rx = @\rnoël\r'],
  ['a single character', 'x = @ é\n'],
  ['text of a DOS program', 'été\r\nx = @\r\n\u001A'],
].map(([name = '', raw = '']) => toCase('Windows-1252', name, raw))

testCorpus(
  'text-files',
  { cases: [...encoded, ...shaped, ...shapedLatin], timeoutMs: 60_000 },
  async ({ raw, encoding, bytes }) => {
    await using tools = await createToolBench()
    const before = bytes(raw)
    await tools.bench.workspace.settle()
    writeFileSync(fileOf(tools), before)
    await tools.bench.workspace.snapshot()
    await readsAsText(tools, raw, encoding)
    await editsOneLine(tools, raw, bytes)
    await findsEdited(tools, raw)
    await writesAll(tools, raw, bytes)
    await restores(tools, before)
  },
)

const PATH = '/workspace/a.txt'

function fileOf({ bench }: ToolBench): string {
  return join(bench.root, 'a.txt')
}

function toPlain(raw: string): string {
  const text = raw.startsWith(MARK) ? raw.slice(1) : raw
  return text.replaceAll(/\r\n?/g, '\n')
}

async function readsAsText({ call, bench }: ToolBench, raw: string, encoding: string) {
  const text = toPlain(raw)
  expect(await bench.workspace.readText(PATH)).toBe(text)
  const answer = await call('read_file', { file_path: PATH })
  expect(answer.text).toContain(text.endsWith('\n') ? text.slice(0, -1) : text)
  const header = answer.text.slice(0, answer.text.indexOf('\n'))
  expect(header.includes('encoding')).toBe(encoding !== 'UTF-8')
  if (encoding !== 'UTF-8') expect(header).toContain(`encoding ${encoding}`)
}

async function editsOneLine(tools: ToolBench, raw: string, bytes: TextCase['bytes']) {
  const edit = { file_path: PATH, old_string: '@', new_string: 'y' }
  await tools.call('edit_file', edit)
  expect(readFileSync(fileOf(tools))).toEqual(bytes(raw.replace('@', 'y')))
  expect(tools.written.at(-1)).toMatchObject({ path: PATH, added: 1, removed: 1 })
  // Two lines at once, across their line end, whichever the model writes.
  const [first = '', ...others] = toPlain(raw).replace('@', 'y').split('\n')
  if (first === '' || others.length === 0) return
  const seam = { old_string: `${first}\n`, new_string: `${first}\r\nnew\r\n` }
  await tools.call('edit_file', { file_path: PATH, ...seam })
  const end = /\r\n|\r|\n/.exec(raw)?.[0] ?? ''
  const added = raw.replace('@', 'y').replace(end, `${end}new${end}`)
  expect(readFileSync(fileOf(tools))).toEqual(bytes(added))
  const back = { file_path: PATH, old_string: `${first}\r\nnew\r\n`, new_string: `${first}\n` }
  await tools.call('edit_file', back)
  expect(readFileSync(fileOf(tools))).toEqual(bytes(raw.replace('@', 'y')))
}

/** By characters that ripgrep alone finds only in UTF-8. */
async function findsEdited({ bench }: ToolBench, raw: string) {
  const line = toPlain(raw)
    .split('\n')
    .find((one) => one.trim() !== '' && one.length < 100 && !/[\f\v\u0085\u2028]/.test(one))
  if (line === undefined || /\r(?!\n)/.test(raw)) return
  const pattern = line.replace('@', 'y')
  const { items } = await bench.workspace.grep({ pattern, path: '/workspace' })
  expect(items.map(({ path, text }) => ({ path, text }))).toContainEqual({
    path: PATH,
    text: pattern,
  })
}

async function writesAll(tools: ToolBench, raw: string, bytes: TextCase['bytes']) {
  const text = toPlain(raw).replace('@', 'z')
  const { text: answer } = await tools.call('write_file', { file_path: PATH, content: text })
  expect(answer).toContain('Replaced')
  expect(readFileSync(fileOf(tools))).toEqual(bytes(raw.replace('@', 'z')))
  expect(tools.written.at(-1)).toMatchObject({ path: PATH, added: 1, removed: 1 })
}

async function restores(tools: ToolBench, before: Buffer) {
  const { workspace } = tools.bench
  await workspace.restore(PATH, { bytes: before, mode: 0o100644 })
  expect(readFileSync(fileOf(tools))).toEqual(before)
  expect(readdirSync(tools.bench.root)).toEqual(['a.txt'])
}
