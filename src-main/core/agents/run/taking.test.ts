import { expect, test } from 'vitest'
import type { ModelRequest, Reply } from '../../../../test/support/model-server.ts'
import { openRunFixture } from '../../../../test/support/run-fixture.ts'

/** One command, then an answer. */
function running(command: string) {
  return (request: ModelRequest): Reply =>
    request.messages.length > 1
      ? { text: 'It ran.' }
      : { calls: [{ name: 'run_command', args: { command } }] }
}

const ASKING = 'printf "Name: "; read name < /dev/tty; echo "hello $name"; read more < /dev/tty'

test('a person takes the terminal of a command that runs, and answers what it asks', async () => {
  await using fixture = await openRunFixture({ script: running(ASKING) })
  await fixture.runs.send(fixture.sessionId, { text: 'ask' })
  await fixture.until('terminal.output')
  const [opened] = fixture.of('terminal.opened')
  if (!opened?.spanId) throw new Error('A terminal has a span.')
  const hold = fixture.agentTerminals.get(fixture.sessionId, opened.spanId)
  expect(() => hold.type('Eve\n')).toThrow(expect.objectContaining({ code: 'denied' }))
  await hold.take()
  hold.type('Ada\n')
  await hold.giveBack()
  expect(() => hold.type('Eve\n')).toThrow(expect.objectContaining({ code: 'denied' }))
  const printed = () => fixture.of('terminal.output').map(({ data }) => data.text)
  // What is typed sooner may be seen sooner.
  await expect.poll(() => printed().join('')).toContain('hello Ada')
  await hold.take()
  hold.type('more\n')
  await fixture.runs.idle(fixture.sessionId)

  const holders = fixture.of('terminal.taken').map(({ data }) => data.holder)
  expect(holders).toEqual(['person', 'agent', 'person'])
  expect(printed().join('')).toBe('Name: Ada\r\nhello Ada\r\nmore\r\n')
  const told = fixture.server.requests[1]?.messages.at(-1)?.text
  expect(told).toContain('hello Ada')
  expect(told).toMatch(
    /\[A person had this terminal from \d+\.\d s to \d+\.\d s after it began, and from .* to its end/,
  )
  await expect(hold.take()).rejects.toMatchObject({ code: 'conflict' })
})

test('whoever still has a terminal at its end has it no longer', async () => {
  await using fixture = await openRunFixture({ script: running(ASKING) })
  await fixture.runs.send(fixture.sessionId, { text: 'ask' })
  const { spanId } = await fixture.until('terminal.output')
  if (!spanId) throw new Error('A terminal has a span.')
  const hold = fixture.agentTerminals.get(fixture.sessionId, spanId)
  await hold.take()
  expect(fixture.states().terminals.terminals[spanId]).toMatchObject({ isTaken: true })
  hold.type('\u0003')
  await fixture.runs.idle(fixture.sessionId)
  expect(fixture.states().terminals.terminals[spanId]).not.toHaveProperty('isTaken')
  expect(fixture.server.requests[1]?.messages.at(-1)?.text).toContain('to its end')
  expect(() => fixture.agentTerminals.get(fixture.sessionId, spanId)).toThrow('has ended')
})
