import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CommandText, DefinitionChange } from './approval-subject.tsx'

const draw = (command: string) => renderToStaticMarkup(<CommandText command={command} />)

/** clawvisor/clawvisor #481: characters that a person didn't see stood in what they approved. */
const hidden = [
  ...[0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x180e, 0x2028, 0x2029, 0x3164, 0xffa0],
  ...[0x2060, 0x2064, 0x206a, 0x206f, 0xfff9, 0xfffb, 0xfe0f, 0x1d173, 0xe0100],
  ...[0xa0, 0x1680, 0x2000, 0x2005, 0x200a, 0x202f, 0x205f, 0x2800, 0x3000],
]

test('marks every invisible character and every blank that is no space in a command', () => {
  for (const codePoint of hidden) {
    const code = codePoint.toString(16).toUpperCase().padStart(4, '0')
    const shown = draw(`rm -rf bu${String.fromCodePoint(codePoint)}ild; echo ok`)
    expect(shown).toContain(`data-code="U+${code}"`)
    expect(shown).not.toContain('INVISIBLE CHARACTER')
  }
})

test('says how long a command is whose end may be out of sight', () => {
  expect(draw(`echo ok${'\n'.repeat(200)}touch PWNED`)).toContain(
    '>This command has 201 lines. Read it to its end.</p>',
  )
  expect(draw('echo ok\necho done')).not.toContain('lines')
})

test('leaves flags, hearts and the spaces of a command alone', () => {
  const scotland = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'
  expect(draw(`echo ${scotland} \u2764\ufe0f\t1\ufe0f\u20e3`)).not.toContain('data-code')
})

test('a changed definition shows each line with its sign, invisible characters included', () => {
  const lines = [' Reads.', '-Only here.', '+And \u202e there.']
  const shown = renderToStaticMarkup(<DefinitionChange lines={lines} />)
  const texts = [...shown.matchAll(/<span[^>]*>(?<text>[^<]*)<\/span>/gu)]
  expect(texts.map(({ groups }) => groups?.text)).toEqual([
    ' Reads.',
    '-Only here.',
    '+And &lt;U+202E&gt; there.',
  ])
})
