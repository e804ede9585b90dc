import { expect, test, vi } from 'vitest'
import type { LogLine } from '#shared/contract/procedures/logs.ts'
import { calls, says, scriptAgents } from '../support/scripted-agents.ts'
import { type CliFixture, ofKind, openCli, readEvents } from './cli.ts'

const files = { 'one.txt': 'one\n' }
const remove = { name: 'run_command', args: { command: 'sudo rm -rf /' } }
const read = { name: 'read_file', args: { file_path: '/workspace/one.txt' } }

/** The CLI printed one line of the log a line. */
function toLines(out: string): LogLine[] {
  const whole = out.split('\n').slice(0, -1)
  return whole.map((line) => JSON.parse(line) as LogLine)
}

async function readLog(cli: CliFixture, ...flags: readonly string[]): Promise<LogLine[]> {
  return toLines((await cli.orrery('logs', '--json', ...flags)).out)
}

test('what a host said of its runs is read when it has ended, by level and by session', async () => {
  await using cli = await openCli(scriptAgents({ Look: [calls(read), says('Done.')] }), files)
  const { events } = await cli.run('Look')
  const sessionId = events[0]?.sessionId ?? ''
  const all = await readLog(cli)
  const messages = all.map(({ message }) => message)
  expect([messages.at(0), messages.at(-1)]).toEqual(['Host started.', 'Host ended.'])
  const ofSession = await readLog(cli, '--session', sessionId)
  expect(ofSession.map(({ message }) => message)).toEqual(['Run started.', 'Run ended.'])
  expect((await readLog(cli, '--level', 'error')).length).toBe(0)
  const { out } = await cli.orrery('logs', '--session', sessionId)
  expect(out).toMatch(/^[\d-]+ [\d:.]+ {2}info {3}run +Run started\. {2}model=compatible:scripted/)
})

test('who follows hears what the owner says, as long as there is one', async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const script = scriptAgents({
    Wait: [
      calls(read),
      () => first.promise.then(calls(remove)),
      () => second.promise.then(says('Done.')),
    ],
  })
  await using cli = await openCli(script, files)
  const nobody = await cli.orrery('logs', '--follow')
  expect(nobody.err).toMatch(/^No Orrery is running/)
  const run = cli.start('run', ...cli.runFlags, 'Wait')
  let [out, followed] = ['', '']
  run.stdout.on('data', (data: Buffer) => (out += data.toString()))
  await vi.waitFor(() => expect(out).toContain('"tool.ended"'), { timeout: 15_000 })
  const following = cli.start('logs', '--follow', '--json')
  following.stdout.on('data', (data: Buffer) => (followed += data.toString()))
  await vi.waitFor(() => expect(followed).toContain('Run started.'), { timeout: 15_000 })
  expect(followed).not.toContain('A call was denied.')
  first.resolve()
  await vi.waitFor(() => expect(followed).toContain('A call was denied.'), { timeout: 15_000 })
  second.resolve()
  const code = await new Promise((resolve) => following.once('close', resolve))
  expect({ code, last: ofKind(readEvents(out), 'run.ended').length }).toEqual({ code: 0, last: 1 })
})
