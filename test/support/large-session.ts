import type { AnyEvent } from '#shared/events/index.ts'
import { type Hash, ProjectId, RunId, SessionId, SpanId } from '#shared/lib/ids.ts'
import { systemClock } from '../../src-main/core/runtime/clock.ts'
import { openStore } from '../../src-main/core/store/store.ts'
import type { SessionRow } from '../../src-main/core/store/tables/session-summary.ts'
import type { Stage } from './large-session/agent.ts'
import { LEAD_MODEL, workAsAgent } from './large-session/agent-work.ts'
import { Chance } from './large-session/chance.ts'
import { planAgents } from './large-session/plan.ts'
import { Project } from './large-session/project.ts'
import { Recorder } from './large-session/recorder.ts'
import { Simulation, type Work } from './large-session/simulation.ts'

export const LARGE_SESSION = { events: 100_000, agents: 200, calls: 5_000, runs: 4 } as const

export interface RecordedSession {
  readonly row: SessionRow
  readonly events: readonly AnyEvent[]
  readonly contents: ReadonlyMap<Hash, Uint8Array>
}

const STARTED_AT = Date.UTC(2026, 0, 5, 9)
const THINKS_MS = 90_000
const LEAD = SpanId.parse('spn_lead')
const row: SessionRow = {
  id: SessionId.parse('ses_large'),
  projectId: ProjectId.parse('prj_large'),
  root: '/projects/shop',
  createdAt: STARTED_AT,
}

/**
 * A session as a long day of agents leaves it, the same every time: nested agents that work at once
 * read, search, edit and run, ask, fail and try again, in several runs. What models say is cut into
 * as many pieces as make the events come out even.
 */
export function makeLargeSession(): RecordedSession {
  const bare = simulate(() => 0)
  const answers = bare.answers
  const deltas = LARGE_SESSION.events - bare.recorder.events.length
  const { recorder } = simulate((index) => piecesOf(index, answers, deltas))
  return { row, events: recorder.events, contents: recorder.contents }
}

/** Writes it to a data folder that nobody owns, as an import does. */
export async function adoptLargeSession(
  dataDir: string,
  { row, events, contents }: RecordedSession,
): Promise<void> {
  await using store = await openStore({ dataDir, clock: systemClock, mode: 'owner' })
  await store.sessions.adopt(row, { events, contents })
}

/** Long and short answers in pairs, so that the sum is what it has to be. */
function piecesOf(index: number, answers: number, deltas: number): number {
  const mean = Math.floor(deltas / answers)
  const spread = new Chance(index >> 1).whole(0, mean - 2)
  const isPaired = (index | 1) < answers
  const own = !isPaired ? mean : index % 2 === 0 ? mean + spread : mean - spread
  return own + (index < deltas - mean * answers ? 1 : 0)
}

function simulate(piecesAt: (answer: number) => number) {
  const simulation = new Simulation(STARTED_AT)
  const recorder = new Recorder(row.id, simulation)
  const chance = new Chance(0)
  let answers = 0
  const takeDeltas = () => {
    answers += 1
    return piecesAt(answers - 1)
  }
  const stage = { simulation, recorder, project: new Project(chance), root: row.root, takeDeltas }
  simulation.start(workOfSession(stage, chance))
  simulation.run()
  return { recorder, answers }
}

function* workOfSession(stage: Stage, chance: Chance): Work {
  const { agents, runs } = LARGE_SESSION
  begin(stage)
  const { children } = planAgents(agents, chance)
  const share = Math.ceil(children.length / runs)
  // Each of the others makes 24, and one call delegates to it.
  const calls = (LARGE_SESSION.calls - (agents - 1) * 25) / runs
  for (let run = 0; run < runs; run += 1) {
    const own = children.slice(run * share, (run + 1) * share)
    yield* workOfRun(stage, {
      run,
      children: own,
      calls: run === 0 ? Math.ceil(calls) : Math.floor(calls),
    })
    yield THINKS_MS
  }
}

function begin({ recorder, project }: Stage): void {
  const { projectId, root } = row
  recorder.add({ kind: 'session.created', data: { projectId, projectName: 'shop', root } })
  recorder.add({ kind: 'session.configured', data: { model: LEAD_MODEL, profile: 'standard' } })
  recorder.add({ kind: 'session.renamed', data: { title: 'Rework the shop', by: 'person' } })
  const entries = project.paths.map((path) => {
    return [path, { mode: 33188, ...recorder.putFile(project.read(path)) }]
  })
  const tree = JSON.stringify(Object.fromEntries(entries))
  const ref = { ref: recorder.put(tree), bytes: Buffer.byteLength(tree) }
  recorder.add({
    kind: 'snapshot.taken',
    data: { tree: ref, files: entries.length, notRecorded: 0 },
  })
}

interface Run extends Pick<Parameters<typeof workAsAgent>[1], 'children' | 'calls'> {
  readonly run: number
}

function* workOfRun(stage: Stage, { run, children, calls }: Run): Work {
  const { recorder } = stage
  const runId = RunId.parse(recorder.name('run'))
  const text = `Rework part ${run + 1} of the shop, and prove that its tests pass.`
  const said = { text, attachments: [], files: [], isQueued: false }
  const spanId = run === 0 ? LEAD : SpanId.parse(recorder.name('spn'))
  recorder.add({
    kind: 'run.started',
    runId,
    data: { model: LEAD_MODEL, profile: 'standard', limits: {} },
  })
  recorder.add({ kind: 'input.received', runId, data: said })
  yield* workAsAgent(stage, {
    runId,
    agentId: LEAD,
    spanId,
    type: 'lead',
    text,
    calls,
    children,
    seed: 1_000 + run,
  })
  recorder.add({ kind: 'run.ended', runId, data: { outcome: 'ok' } })
}
