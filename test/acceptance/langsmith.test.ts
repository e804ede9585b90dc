import { expect, test } from 'vitest'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { calls, says, scriptAgents, task } from '../support/scripted-agents.ts'
import { ofKind, openCli } from './cli.ts'

const files = { 'one.txt': 'one\n' }
const read = { name: 'read_file', args: { file_path: '/workspace/one.txt' } }
const script = scriptAgents({
  'Have it read': [calls(task('Read it')), says('It was read.')],
  'Read it': [calls(read), says('It says one.')],
})

/** The types of the runs that were begun at a receiver, as LangSmith's protocol has them. */
function begunTypes({ received }: Receiver): readonly string[] {
  const bodies = received.map(({ body }) => body.toString())
  const begun = bodies.flatMap((body) => [...body.matchAll(/name="post\.[\w-]+"\r\n[^{]*(\{.*)/g)])
  return begun.map(([, json = '{}']) => (JSON.parse(json) as { run_type: string }).run_type)
}

test('LangSmith gets every model call of a run when its variables are set', async () => {
  await using receiver = await startReceiver()
  const env = {
    LANGSMITH_TRACING: 'true',
    LANGSMITH_API_KEY: 'lsv2_pt_0123456789',
    LANGSMITH_ENDPOINT: receiver.url,
  }
  await using cli = await openCli(script, files, env)
  const { code, events } = await cli.run('Have it read')
  const types = begunTypes(receiver)
  const keys = new Set(receiver.received.map(({ headers }) => headers['x-api-key']))
  expect({
    code,
    calls: types.filter((type) => type === 'llm').length,
    keys: [...keys].filter(Boolean),
  }).toEqual({
    code: 0,
    calls: ofKind(events, 'model.ended').length,
    keys: ['lsv2_pt_0123456789'],
  })
})

test('a LangSmith that is gone fails no run', async () => {
  const env = {
    LANGSMITH_TRACING: 'true',
    LANGSMITH_API_KEY: 'lsv2_pt_0123456789',
    LANGSMITH_ENDPOINT: 'http://127.0.0.1:9',
  }
  await using cli = await openCli(script, files, env)
  const { code, events } = await cli.run('Have it read')
  expect([code, ofKind(events, 'run.ended')[0]?.data.outcome]).toEqual([0, 'ok'])
})
