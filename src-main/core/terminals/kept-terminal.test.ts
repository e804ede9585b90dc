import { expect, test } from 'vitest'
import { SpanId } from '#shared/lib/ids.ts'
import { systemClock } from '../runtime/clock.ts'
import { AGENT_TERMINAL } from './agent-terminal.ts'
import { KeptTerminal } from './kept-terminal.ts'
import { spawnPty } from './pty.ts'
import { TerminalHold } from './terminal-handover.ts'

test('what is printed while its screen is made is drawn once', async () => {
  const size = AGENT_TERMINAL
  const pty = await spawnPty({ file: '/bin/cat', args: [], cwd: '/', env: {}, ...size })
  await using terminal = new KeptTerminal({
    name: 'terminal-1',
    command: 'cat',
    spanId: SpanId.parse('spn_1'),
    pty,
    size,
    hold: new TerminalHold(systemClock, async () => {}),
  })
  terminal.printed('one ')
  const looking = terminal.look()
  terminal.printed('two ')
  await looking
  terminal.printed('three')
  expect((await terminal.look()).lines).toEqual(['one two three'])
})
