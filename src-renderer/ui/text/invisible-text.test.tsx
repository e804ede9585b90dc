import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CodedText } from './coded-text.tsx'
import { Code, Prose } from './invisible-text.tsx'

const NAME = 'photo\u202egpj.exe'

function draw(node: ReactNode): string {
  return renderToStaticMarkup(node).replaceAll(/ class="[^"]*"/g, '')
}

function mark(text: string, title: string): string {
  const code = title.split(' ', 1)[0]
  return `<bdi role="img" aria-label="${title}" title="${title}" data-code="${code}"><bdi>${text}</bdi></bdi>`
}

const OVERRIDE = mark('\u202e', 'U+202E RIGHT-TO-LEFT OVERRIDE')
const NON_JOINER = mark('\u200c', 'U+200C ZERO WIDTH NON-JOINER')

test('draws a mark around an invisible character of any text', () => {
  expect(draw(<p>{NAME}</p>)).toBe(`<p><data>photo${OVERRIDE}gpj.exe</data></p>`)
  expect(draw(<p>Delete {NAME}?</p>)).toBe(`<p>Delete <data>photo${OVERRIDE}gpj.exe</data>?</p>`)
  expect(draw(<p>{[NAME, 1]}</p>)).toBe(`<p><data>photo${OVERRIDE}gpj.exe</data>1</p>`)
})

test('marks invisible characters inside and outside of code in a sentence', () => {
  const marked = `<data>photo${OVERRIDE}gpj.exe</data>`
  expect(draw(<CodedText text={NAME} />)).toBe(`<span>${marked}</span>`)
  expect(draw(<CodedText text={`\`${NAME}\``} />)).toContain(`<code>${marked}</code>`)
})

test('writes invisible characters out where there can be no element', () => {
  const shown = 'photo&lt;U+202E&gt;gpj.exe'
  expect(draw(<img alt={NAME} title={NAME} aria-label={NAME} />)).toBe(
    `<img alt="${shown}" title="${shown}" aria-label="${shown}"/>`,
  )
  expect(draw(<option label={NAME}>Open {NAME}</option>)).toBe(
    `<option label="${shown}">Open ${shown}</option>`,
  )
  expect(
    draw(
      <svg role="presentation">
        <title>{NAME}</title>
        <text>
          <tspan>{NAME}</tspan>
        </text>
      </svg>,
    ),
  ).toBe(
    `<svg role="presentation"><title>${shown}</title><text><tspan>${shown}</tspan></text></svg>`,
  )
})

test('leaves values, ids and references as they are', () => {
  expect(draw(<input id={NAME} aria-controls={NAME} value={NAME} readOnly />)).toBe(
    `<input id="${NAME}" aria-controls="${NAME}" readOnly="" value="${NAME}"/>`,
  )
})

test('keeps what scripts and emoji need in prose, but not in code within it', () => {
  const text = 'کتاب\u200cها 👩\u200d👧'
  expect(draw(<Prose>{<p>{text}</p>}</Prose>)).toBe(`<p>${text}</p>`)
  expect(draw(<Prose>{<p>{NAME}</p>}</Prose>)).toBe(`<p><data>photo${OVERRIDE}gpj.exe</data></p>`)
  const marked = `<code><data>کتاب${NON_JOINER}ها 👩\u200d👧</data></code>`
  expect(draw(<code>{text}</code>)).toBe(marked)
  expect(
    draw(
      <Prose>
        <Code>
          <code>{text}</code>
        </Code>
      </Prose>,
    ),
  ).toBe(marked)
})

test('draws marks up to a limit, and the rest of a text with codes', () => {
  const drawn = draw(<p>{'a\u200b'.repeat(501)}</p>)
  expect(drawn.split('data-code')).toHaveLength(501)
  expect(drawn).toMatch(/a&lt;U\+200B&gt;<\/data><\/p>$/)
})
