import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite'
import { ChatOpenAI } from '@langchain/openai'
import { createDeepAgent, FilesystemBackend } from 'deepagents'
import { type ModelRequest, type Reply, startModelServer } from '../support/model-server.ts'
import { openRunFixture } from '../support/run-fixture.ts'
import type { Row } from './row.ts'

const CALLS = 400
const NONE = 1_000_000
const TEXT = 'one\ntwo\nthree\n'

/** Asks for another reading each time, until there were enough. */
function readOften({ messages }: ModelRequest): Reply {
  const step = messages.filter(({ role }) => role === 'assistant').length
  if (step >= CALLS) return { text: 'Read.' }
  const args = { file_path: '/workspace/a.txt', limit: step + 1 }
  return { calls: [{ name: 'read_file', args }] }
}

/** A run of many tool calls against a model that answers at once: hosted, and by deepagents alone. */
export async function measureHosting(): Promise<Row[]> {
  await runHosted()
  const ours = await runHosted()
  const bare = await runBare()
  const what = `a run of ${CALLS} tool calls, everything recorded`
  const of = "deepagents alone, on LangGraph's own saver on SQLite"
  return [{ what, of, ours: ours / 1000, baseline: bare / 1000, unit: 's', promised: 1.15 }]
}

/** Answers how long it took, in milliseconds. */
async function runHosted(): Promise<number> {
  const limits = { toolCalls: NONE, minutes: 60, repeats: NONE }
  await using fixture = await openRunFixture({
    script: readOften,
    files: { 'a.txt': TEXT },
    limits,
  })
  const startedAt = performance.now()
  const { outcome } = await fixture.prompt('go')
  if (outcome !== 'ok') throw new Error(`The run ended ${outcome}.`)
  return performance.now() - startedAt
}

async function runBare(): Promise<number> {
  await using owned = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'))
  owned.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const server = owned.use(await startModelServer(readOften))
  mkdirSync(join(folder, 'workspace'))
  writeFileSync(join(folder, 'workspace/a.txt'), TEXT)
  const agent = createDeepAgent({
    model: new ChatOpenAI({
      model: 'scripted',
      apiKey: 'none',
      configuration: { baseURL: server.url },
    }),
    backend: new FilesystemBackend({ rootDir: folder, virtualMode: true }),
    checkpointer: SqliteSaver.fromConnString(join(folder, 'saver.db')),
  })
  const startedAt = performance.now()
  await agent.invoke(
    { messages: [{ role: 'user', content: 'go' }] },
    { configurable: { thread_id: 'bench' }, recursionLimit: NONE, durability: 'sync' },
  )
  return performance.now() - startedAt
}
