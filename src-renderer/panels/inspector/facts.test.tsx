import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Facts } from './facts.tsx'

test('marks invisible characters in facts about a call', () => {
  const facts = [
    { name: 'Tool', value: <code>{'run\u200b_command'}</code> },
    { name: 'Progress', value: 'photo\u202egpj.exe' },
  ]
  const drawn = renderToStaticMarkup(<Facts facts={facts} />)
  expect(drawn.match(/data-code="[^"]+"/g)).toEqual(['data-code="U+200B"', 'data-code="U+202E"'])
})
