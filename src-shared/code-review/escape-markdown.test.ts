import fc from 'fast-check'
import { marked, type Token } from 'marked'
import { expect, test } from 'vitest'
import { codeSpan, escapeMarkdown, escapeWords, fenced } from './escape-markdown.ts'

/** What Markdown makes of a text, all that is inside of other things included. */
function tokensOf(markdown: string): readonly Token[] {
  const tokens: Token[] = []
  void marked.walkTokens(marked.lexer(markdown, { gfm: true }), (token) => {
    tokens.push(token)
  })
  return tokens
}

const dangerous = ['html', 'link', 'image', 'heading', 'table', 'blockquote', 'hr', 'def', 'del']

/** What would be markup, and what GitHub makes of words that are no code. */
function breakouts(markdown: string): readonly string[] {
  const tokens = tokensOf(markdown)
  // An item of a list is a text that has its words, and its code, within.
  const words = tokens.filter(
    (token) => token.type === 'escape' || (token.type === 'text' && !('tokens' in token)),
  )
  const shown = words.map(({ raw }) => raw.replaceAll('&#8203;', '\u200b')).join('')
  const calls = shown.match(/@\w|(?<!&)#\w|\bgh-\d|https?:\/\/|\bwww\./gi) ?? []
  return [...tokens.filter(({ type }) => dangerous.includes(type)).map(({ raw }) => raw), ...calls]
}

const pieces = [
  '<img src=x onerror=alert(1)>',
  '<!--',
  '-->',
  '</details>',
  '![a](http://a.example/x.png)',
  '[click](https://evil.example)',
  '[a]: https://evil.example',
  '<https://evil.example>',
  'https://evil.example',
  'www.evil.example',
  'a@evil.example',
  '@octocat',
  '\\@octocat',
  '&#64;octocat',
  '#123',
  '\\#123',
  'GH-12',
  'owner/repo#1',
  '# heading',
  '> quote',
  '---',
  '===',
  '|a|b|',
  '|-|-|',
  '`',
  '``',
  '```',
  '~~~',
  '````md',
  '\\',
  '~~gone~~',
  '$x$',
  '**bold**',
  '* item',
  '- item',
  'word',
  '    ',
  '\t',
  ' ',
  '\n',
  '\n\n',
]

test('whatever a model writes, it stays words', () => {
  const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((all) => all.join(''))
  let checked = 0
  fc.assert(
    fc.property(texts, (text) => {
      checked += 1
      expect(breakouts(`Before.\n\n${escapeMarkdown(text)}\n\nAfter.`)).toEqual([])
      expect(breakouts(`Before ${escapeWords(text)} after.`)).toEqual([])
      // What comes behind it is not drawn into it.
      const last = tokensOf(`${escapeMarkdown(text)}\n\nAfter.`).at(-1)
      expect(last?.raw).toBe('After.')
    }),
    { numRuns: 3_000 },
  )
  expect(checked).toBeGreaterThanOrEqual(3_000)
})

test('code, lists and bold words stay what they are', () => {
  const text = 'Use `a[0]` **now**:\n\n- one\n- two_three\n\n```ts\nif (a < b) @x()\n```'
  expect(escapeMarkdown(text)).toBe(
    'Use `a[0]` **now**:\n\n- one\n- two\\_three\n\n```\nif (a < b) @x()\n```',
  )
})

test('a fence is longer than any inside, and one that is open is closed', () => {
  expect(fenced('a\n```\nb', 'suggestion')).toBe('````suggestion\na\n```\nb\n````')
  expect(escapeMarkdown('~~~\n```\nx')).toBe('````\n```\nx\n````')
})

test('code within a line holds any backticks', () => {
  expect(['a', '`', 'a`b``c', ' a'].map(codeSpan)).toEqual([
    '`a`',
    '`` ` ``',
    '```a`b``c```',
    '`  a `',
  ])
})

test('writes out characters that reorder a text or can’t be seen', () => {
  expect(escapeWords('a\u202eb\u0007c')).toBe('a&lt;U+202E&gt;b&lt;U+0007&gt;c')
  expect(codeSpan('a\u202eb')).toBe('`a<U+202E>b`')
  expect(escapeMarkdown('```\na\u202eb\n```')).toBe('```\na<U+202E>b\n```')
  expect(escapeMarkdown('کتاب\u200cها')).toBe('کتاب\u200cها')
})

test('very many backticks are read at once', () => {
  const runs = Array.from({ length: 1_000 }, (_, length) => '`'.repeat(length + 1))
  // Looking for the end of each among all others would take minutes.
  const text = `${runs.join(' ')} ${'` `` '.repeat(50_000)}`
  expect(escapeMarkdown(text).length).toBeGreaterThan(text.length / 2)
})
