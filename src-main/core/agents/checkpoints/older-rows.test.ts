import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { SessionId } from '#shared/lib/ids.ts'
import { foldStates, initStates } from '#shared/projections/index.ts'
import { argumentsIn } from '../../../../test/support/json-cases.ts'
import { startModelServer } from '../../../../test/support/model-server.ts'
import { openRuns } from '../../../../test/support/run-fixture.ts'
import { temporaryFolder } from '../../../../test/support/store-fixture.ts'
import { systemClock } from '../../runtime/clock.ts'
import { openStore } from '../../store/store.ts'
import { Checkpointer } from './checkpointer.ts'

const fixture = new URL('./fixtures/langgraph-rows.sql', import.meta.url)
const sessionId = SessionId.parse('ses_7qnh7447kyykcgc33jvp')
const config = { configurable: { thread_id: sessionId } }

/** The arguments as the model sent them. */
const odd = {
  thought: 'odd',
  odd: {
    constructor: { lc: 1, type: 'constructor', id: ['nowhere', 'Anything'], kwargs: {} },
    message: {
      lc: 1,
      type: 'constructor',
      id: ['langchain_core', 'messages', 'HumanMessage'],
      kwargs: { content: 'hi' },
    },
    set: { lc: 2, type: 'constructor', id: ['Set'], method: null, args: [[1, 1]], kwargs: {} },
    nothing: { lc: 2, type: 'undefined' },
    list: [{ lc: 1, type: 'secret', id: ['HOME'] }],
    escaped: { __lc_escaped__: { lc: 1 } },
    mark: { $orrery: 'text', hash: 'x' },
  },
}
const asked = {
  file_path: '/workspace/new.txt',
  content: '{"lc":1}',
  odd: { set: { lc: 2, type: 'constructor', id: ['Set'], args: [[1]] } },
}
const PROMPT = 'Read {"lc":1,"type":"constructor","id":["x"],"kwargs":{}}'

/** Writes the store of the fixture, with its project in `root`. */
function writeStore(dataDir: string, root = '/project'): void {
  using opened = new DisposableStack()
  const db = opened.adopt(new Database(join(dataDir, 'orrery.db')), (one) => one.close())
  db.exec(readFileSync(fixture, 'utf8'))
  db.prepare('UPDATE session SET root = ?').run(root)
}

// CVE-2025-68665: LangChain's reader failed on these rows, or made other arguments of them.
test('a thread that LangGraph’s serializer wrote is read as the model wrote it', async () => {
  using folder = temporaryFolder()
  writeStore(folder.path)
  await using store = await openStore({ dataDir: folder.path, clock: systemClock, mode: 'owner' })
  const saved = await new Checkpointer(store.checkpoints).getTuple(config)
  const { messages, jumpTo, files, __pregel_tasks: tasks } = saved?.checkpoint.channel_values ?? {}
  expect([jumpTo, files, saved?.metadata?.source]).toEqual([undefined, {}, 'loop'])
  expect(messages).toMatchObject([
    { type: 'human', content: PROMPT },
    {
      type: 'ai',
      content: 'First.',
      tool_calls: [{ name: 'think', id: 'odd', args: odd }],
      usage_metadata: { input_tokens: 100 },
    },
    { type: 'tool', tool_call_id: 'odd', content: 'Written down.', status: 'success' },
    { type: 'ai', tool_calls: [{ name: 'write_file', args: asked }] },
  ])
  expect(tasks).toMatchObject([
    { node: 'tools', args: { lg_tool_call: { id: 'asked', args: asked } } },
  ])
})

test('an older row is read once more after it was written in the form of today', async () => {
  using folder = temporaryFolder()
  writeStore(folder.path)
  await using store = await openStore({ dataDir: folder.path, clock: systemClock, mode: 'owner' })
  const older = await new Checkpointer(store.checkpoints).getTuple(config)
  if (!older) throw new Error('The thread has no checkpoint.')
  const { checkpoint, metadata } = older
  const saver = new Checkpointer(store.checkpoints)
  const next = { ...checkpoint, id: `${checkpoint.id}-2` }
  await saver.put(older.config, next, metadata ?? { source: 'loop', step: 9, parents: {} }, {})
  const again = await new Checkpointer(store.checkpoints).getTuple(config)
  expect(again?.checkpoint).toEqual(next)
})

test('a session of an older store goes on, and its pending call runs as it was approved', async () => {
  using folder = temporaryFolder()
  const [dataDir, root] = [join(folder.path, 'data'), join(folder.path, 'project')]
  for (const path of [dataDir, root]) mkdirSync(path)
  writeStore(dataDir, root)
  await using server = await startModelServer(() => ({ text: 'Done.' }))
  await using host = await openRuns({ dataDir, server })
  const { runs, store } = host
  const events = () => [...store.events.read(sessionId)].flat()
  const [approvalId] = foldStates(initStates(), events()).approvals.open
  if (!approvalId) throw new Error('There is no open approval.')
  await runs.decide(sessionId, { approvalId, decision: 'approve' })
  await runs.idle(sessionId)
  expect(events().at(-1)).toMatchObject({ kind: 'run.ended', data: { outcome: 'ok' } })
  expect(readFileSync(join(root, 'new.txt'), 'utf8')).toBe('{"lc":1}')
  expect(argumentsIn(server.requests.at(-1))).toEqual(
    [odd, asked].map((args) => JSON.stringify(args)),
  )
})
