import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { testCorpus } from '../../../../../test/support/corpus.ts'
import { createToolBench } from '../../../../../test/support/tool-bench.ts'
import { replaceLines } from '../../../code-review/replace-lines.ts'
import { applyEdits } from '../../../integrations/lsp/apply-edits.ts'

/**
 * Edits that change bytes nobody asked to change in other tools: anomalyco/opencode#45892 (dollar patterns),
 * earendil-works/pi#3554 (a near match normalizes the whole file), langchain-ai/deepagents#5588 (an empty
 * text to replace).
 */
interface EditCase {
  readonly name: string
  readonly before: string
  readonly from: string
  readonly to: string
  readonly all?: boolean
  /** What the file holds afterwards; absent: the edit is refused, and the file stays as it is. */
  readonly after?: string
  readonly says?: string
}

const PATTERNS = [
  'log("$& ok");',
  'x = $`y`',
  "x = $'y'",
  '$$HOME $$(pwd)',
  '$1 $0 $<name>',
  '\\\\1 \\n \\u0041 %s {0}',
]

const asNew = PATTERNS.flatMap((to): readonly EditCase[] => {
  const [from, before] = ['log("done");', 'a\nlog("done");\nb\n']
  const twice = before + before
  return [
    { name: `new text ${to}`, before, from, to, after: `a\n${to}\nb\n` },
    {
      name: `new text ${to}, all`,
      before: twice,
      from,
      to,
      all: true,
      after: `a\n${to}\nb\n`.repeat(2),
    },
  ]
})

const asOld = PATTERNS.map((from): EditCase => {
  const [before, to] = [`log("done");\n${from}\nlog("done");\n`, 'new']
  return { name: `old text ${from}`, before, from, to, after: before.replace(from, () => to) }
})

const REGEX_LIKE = 'a.b*c[0](x)?'

const five = [
  'const greeting = “Hello”;',
  '// em — dash, nbsp:\u00A0here',
  'const name = "Alice";',
  'trailing   ',
  'last line without an end',
].join('\n')

const endings = ['’', '“', '\u00A0', '\t', '   ']

const cases: readonly EditCase[] = [
  ...asNew,
  ...asOld,
  {
    name: 'an old text that would match another as a pattern',
    before: `aXbbc0x\n${REGEX_LIKE}\n`,
    from: REGEX_LIKE,
    to: '',
    after: 'aXbbc0x\n\n',
  },
  { name: 'a pattern that is not in the file', before: 'aXbbc0x\n', from: REGEX_LIKE, to: 'y' },
  {
    name: 'curly quotes where the file has straight ones',
    before: five,
    from: 'const name = “Alice”;',
    to: 'const name = "Bob";',
    says: 'Line 3 looks like it, but its quotes, dashes or blanks are different characters.',
  },
  ...endings.map((end): EditCase => {
    const [from, to] = ['const name = "Alice";', `const name = "Bob";${end}`]
    const after = five.replace(from, () => to)
    return {
      name: `a line among others that ends in ${JSON.stringify(end)}`,
      before: five,
      from,
      to,
      after,
    }
  }),
  { name: 'no text to replace', before: 'abc', from: '', to: 'X' },
  { name: 'no text to replace, all', before: 'abc', from: '', to: 'X', all: true },
  { name: 'no text to replace in an empty file', before: '', from: '', to: 'X', after: 'X' },
  { name: 'an old text equal to the new one', before: 'abc', from: 'b', to: 'b' },
  { name: 'an old text equal to the new one, all', before: 'abcb', from: 'b', to: 'b', all: true },
  { name: 'an overlap', before: 'aaa', from: 'aa', to: 'b', all: true, after: 'ba' },
  {
    name: 'a replacement that holds the old text',
    before: 'a',
    from: 'a',
    to: 'aa',
    all: true,
    after: 'aa',
  },
]

const file_path = '/workspace/a.txt'

testCorpus('exact-edits', { cases, timeoutMs: 60_000 }, async (edit) => {
  const { from: old_string, to: new_string, all: replace_all = false } = edit
  const args = { file_path, old_string, new_string, replace_all }
  await changesExactly(edit, 'edit_file', args)
  await changesExactly(edit, 'compose_files', { edits: [args] })
  if (edit.after !== undefined) suggestsExactly(edit)
})

async function changesExactly(
  edit: EditCase,
  tool: string,
  args: Readonly<Record<string, unknown>>,
) {
  await using tools = await createToolBench()
  await tools.bench.workspace.settle()
  const file = join(tools.bench.root, 'a.txt')
  writeFileSync(file, edit.before)
  const answer = await tools.call(tool, args).catch((error: unknown) => error)
  expect(readFileSync(file, 'utf8'), tool).toBe(edit.after ?? edit.before)
  expect(answer instanceof Error, tool).toBe(edit.after === undefined)
  if (answer instanceof Error) expect(answer.message).toContain(edit.says ?? '.')
  const hash = tools.written.at(-1)?.after?.hash
  const logged = hash && (await tools.bench.workspace.content(hash))
  if (edit.after !== undefined) expect(Buffer.from(logged ?? []).toString('utf8')).toBe(edit.after)
}

/** A suggestion of a review and an edit of a language server put the same text in. */
function suggestsExactly({ before, to }: EditCase) {
  const lines = before.split('\n')
  const quote = lines.find((line) => line.includes('done')) ?? ''
  if (quote === '') return
  const line = lines.indexOf(quote) + 1
  expect(replaceLines(`head\n${quote}\ntail\n`, { line: 2, quote, suggestion: to })).toBe(
    `head\n${to}\ntail\n`,
  )
  const span = {
    start: { line: line - 1, character: 0 },
    end: { line: line - 1, character: quote.length },
  }
  expect(applyEdits(before, [{ ...span, text: to }])).toBe(
    before
      .split('\n')
      .map((one, index) => (index === line - 1 ? to : one))
      .join('\n'),
  )
}
