import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AIMessage } from '@langchain/core/messages'
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint'
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite'
import Database from 'better-sqlite3'
import { ProjectId, SessionId } from '#shared/lib/ids.ts'
import { Checkpointer } from '../../src-main/core/agents/checkpoints/checkpointer.ts'
import { systemClock } from '../../src-main/core/runtime/clock.ts'
import { openStore } from '../../src-main/core/store/store.ts'
import type { Row } from './row.ts'

const STEPS = 2_000
/** The official saver writes the whole thread at every step: 2,000 of them are 20 GB. */
const OFFICIAL_STEPS = 400
const BLOCK = 100
const THREAD = 'ses_bench'

/** What a hundred steps cost on the average. */
interface StepCost {
  readonly bytes: number
  readonly ms: number
}

/** A thread that grows by a message a step, in our checkpointer beside LangGraph's own saver on SQLite. */
export async function measureLongThread(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'))
  try {
    const ours = await measureOurs(folder)
    const official = await measureOfficial(folder)
    return toRows(ours, official)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function measureOurs(folder: string): Promise<readonly StepCost[]> {
  const dataDir = join(folder, 'data')
  await using store = await openStore({ dataDir, clock: systemClock, mode: 'owner' })
  const sessionId = SessionId.parse(THREAD)
  const projectId = ProjectId.parse('prj_bench')
  await store.sessions.create({ id: sessionId, projectId, root: folder, createdAt: 0 }, [])
  const saver = new Checkpointer(store.checkpoints, {
    sessionId,
    attribute: () => ({}),
    onRefused: (error) => {
      throw error
    },
  })
  return await grow(saver, {
    steps: STEPS,
    file: join(dataDir, 'orrery.db'),
    flush: () => store.flush(),
  })
}

async function measureOfficial(folder: string): Promise<readonly StepCost[]> {
  const file = join(folder, 'official.db')
  const saver = SqliteSaver.fromConnString(file)
  return grow(saver, { steps: OFFICIAL_STEPS, file, flush: async () => undefined })
}

interface Growing {
  readonly steps: number
  readonly file: string
  readonly flush: () => Promise<void>
}

async function grow(
  saver: BaseCheckpointSaver,
  { steps, file, flush }: Growing,
): Promise<readonly StepCost[]> {
  const costs: StepCost[] = []
  let step = 0
  let bytes = 0
  let at = performance.now()
  const graph = new StateGraph(MessagesAnnotation)
    .addNode('step', async () => {
      step += 1
      if (step % BLOCK === 0) {
        await flush()
        const size = sizeOf(file)
        const now = performance.now()
        costs.push({ bytes: (size - bytes) / BLOCK, ms: (now - at) / BLOCK })
        bytes = size
        at = performance.now()
      }
      return { messages: [new AIMessage({ id: `m${step}`, content: textOf(step) })] }
    })
    .addEdge(START, 'step')
    .addConditionalEdges('step', () => (step < steps ? 'step' : END))
    .compile({ checkpointer: saver })
  await graph.invoke(
    { messages: [] },
    { configurable: { thread_id: THREAD }, recursionLimit: steps + 10, durability: 'sync' },
  )
  return costs
}

/** A kilobyte that no other step says. */
function textOf(step: number): string {
  return Array.from({ length: 64 }, (_, index) =>
    (Math.sin(step * 64 + index) * 1e12).toFixed(0),
  ).join(' ')
}

/** With what has been committed and is not in the file yet. */
function sizeOf(file: string): number {
  using opened = new DisposableStack()
  const db = opened.adopt(new Database(file, { readonly: true }), (one) => one.close())
  const read = (name: string) => Number(db.pragma(name, { simple: true }))
  return read('page_count') * read('page_size')
}

function toRows(ours: readonly StepCost[], official: readonly StepCost[]): Row[] {
  // The first hundred warm up.
  const early = ours[1] ?? { bytes: 0, ms: 0 }
  const late = ours.at(-1) ?? { bytes: 0, ms: 0 }
  const theirs = official.at(-1) ?? { bytes: 0, ms: 0 }
  const atSame = ours[OFFICIAL_STEPS / BLOCK - 1] ?? { bytes: 0, ms: 0 }
  const end = `a thread's ${STEPS}th step`
  const same = `a thread's ${OFFICIAL_STEPS}th step`
  const flat = { of: `its ${2 * BLOCK}th`, promised: 1.5 }
  const beside = { of: "LangGraph's own saver on SQLite", promised: 1 }
  return [
    {
      what: `${end}: size`,
      ours: late.bytes / 1024,
      baseline: early.bytes / 1024,
      unit: 'KiB',
      ...flat,
    },
    { what: `${end}: time`, ours: late.ms, baseline: early.ms, unit: 'ms', ...flat },
    {
      what: `${same}: size`,
      ours: atSame.bytes / 1024,
      baseline: theirs.bytes / 1024,
      unit: 'KiB',
      ...beside,
    },
    { what: `${same}: time`, ours: atSame.ms, baseline: theirs.ms, unit: 'ms', ...beside },
  ]
}
