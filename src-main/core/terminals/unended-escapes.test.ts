import { expect, test } from 'vitest'
import { openRunFixture } from '../../../test/support/run-fixture.ts'
import { answersIn, calls, says, scriptAgents } from '../../../test/support/scripted-agents.ts'
import { visibleText } from '../store/search/event-texts.ts'

// https://github.com/xtermjs/xterm.js/issues/2139
test.each(['\\033P', '\\033]0;t', '\\033_', '\\033^', '\\033X', '\\302\\220', '\\302\\235'])(
  'a command that prints %s without an end hides none of its output, and none of the next one',
  async (sequence) => {
    const command = `printf '${sequence}before'; echo; echo VISIBLE-1; seq 1 2000 | tail -3`
    const run = (one: string) => calls({ name: 'run_command', args: { command: one } })
    const ended = "echo VISIBLE-2; printf '\\033]0;title\\007'"
    const script = scriptAgents({
      go: [run(command), run(ended), run(`${command}; ${ended}`), says('Done.')],
    })
    await using fixture = await openRunFixture({ script, profile: 'trusted' })
    expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
    const last = fixture.server.requests.at(-1)
    const [first, second, third] = last ? answersIn(last) : []
    expect(first).toContain('before\nVISIBLE-1\n1998\n1999\n2000\n')
    expect(second).toMatch(/^VISIBLE-2\n/)
    expect(third).toContain('before\nVISIBLE-1\n1998\n1999\n2000\nVISIBLE-2\n')
    const printed = fixture
      .of('terminal.output')
      .map(({ data }) => data.text)
      .join('')
    const indexed = visibleText('output', printed)
    for (const text of ['VISIBLE-1', 'VISIBLE-2']) expect(indexed).toContain(text)
    expect(indexed).not.toMatch(/(?![\n\t\r])\p{Cc}/u)
  },
  60_000,
)
