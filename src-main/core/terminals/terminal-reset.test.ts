import xterm from '@xterm/headless'
import { expect, onTestFinished, test } from 'vitest'
import { TERMINAL_RESET } from './terminal-reset.ts'

/** A terminal that a program wrote to, and what is seen of it and its state. */
async function stateAfter(...texts: readonly string[]) {
  const terminal = new xterm.Terminal({ cols: 20, rows: 5, allowProposedApi: true })
  onTestFinished(() => terminal.dispose())
  for (const text of texts) await new Promise<void>((read) => terminal.write(text, read))
  const { active } = terminal.buffer
  const lines = Array.from({ length: active.length }, (_, y) =>
    active.getLine(y)?.translateToString(true),
  )
  const cell = active.getLine(1)?.getCell(0)
  return {
    buffer: active.type,
    lines: lines.filter(Boolean),
    modes: { ...terminal.modes },
    isPlain: cell?.isAttributeDefault(),
  }
}

const BEFORE = 'before\r\n'
const AFTER = `lqk${'\r\n'.repeat(6)}end`

test.each([
  ['the alternate screen', '\x1b[?1049h\x1b[Hdrawn'],
  ['the line drawing set', '\x1b(0'],
  ['colors and a link', '\x1b[31;44;7;8m\x1b]8;;https://example.com\x07'],
  ['a reserved scroll region', '\x1b[3;5r\x1b[2;1H'],
  ['insertion, no wrapping and other keys', '\x1b[4h\x1b[?7l\x1b[?1h\x1b='],
  ['reports of mouse, focus and pastes', '\x1b[?1003;1006;1004;2004h'],
  ['held output', '\x1b[?2026h'],
  ['a title without an end', '\x1b]0;title'],
  ['a device control string without an end', '\x1bPq'],
  ['a sequence without an end', '\x1b[31;'],
])('resets a terminal that is left with %s', async (_, left) => {
  expect(await stateAfter(BEFORE, left, TERMINAL_RESET, AFTER)).toEqual(
    await stateAfter(BEFORE, AFTER),
  )
})

test('changes nothing in a terminal that is well', async () => {
  const [prompt, typed] = ['before\r\n\x1b[32m$\x1b[0m ls', ' -l']
  expect(await stateAfter(prompt, TERMINAL_RESET, typed)).toEqual(await stateAfter(prompt, typed))
})
