import type { EventFor } from '#shared/events/index.ts'
import type { Display } from '#shared/events/tool.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { AuthorshipReports } from '../../src-main/core/authorship/authorship.ts'
import { RunDebugging } from '../../src-main/core/integrations/dap/debugging.ts'
import { createAgentEnvironment } from '../../src-main/core/processes/agent-environment.ts'
import { Providers } from '../../src-main/core/providers/registry/providers.ts'
import { openRepository } from '../../src-main/core/repository/repository.ts'
import { systemClock } from '../../src-main/core/runtime/clock.ts'
import { Tasks } from '../../src-main/core/tasks/tasks.ts'
import { createToolServices } from '../../src-main/core/tool-services.ts'
import type { ToolAnswer } from '../../src-main/core/tools/answers/tool-answer.ts'
import type { ToolContext, ToolServices } from '../../src-main/core/tools/context/tool-context.ts'
import { asMeant, findWrong } from '../../src-main/core/tools/definition/define-tool.ts'
import { findRunner, prepareArgs } from '../../src-main/core/tools/runners/index.ts'
import { ProjectTrust } from '../../src-main/core/trust/project-trust.ts'
import { fixedSecrets } from './fixed-secrets.ts'
import { type Bench, createBench, writeFiles } from './test-workspace.ts'

type FileChange = EventFor<'file.changed'>['data']

/** For tests: a session's folder, and calls of tools in it. */
export interface ToolBench extends AsyncDisposable {
  readonly bench: Bench
  readonly context: ToolContext
  /** What the calls changed, as the log has it. */
  readonly written: readonly FileChange[]
  /** As a model's call: fails with what is wrong with the arguments, or what the tool throws. */
  call(name: string, args?: Readonly<Record<string, unknown>>): Promise<ToolAnswer>
  /** What a call is shown as. */
  show(name: string, args?: Readonly<Record<string, unknown>>): Promise<Display | undefined>
}

/** `files` are the project's; `more` takes the place of what the context has by itself. */
export async function createToolBench(
  files: Readonly<Record<string, string>> = {},
  more: Partial<ToolContext> = {},
): Promise<ToolBench> {
  const bench = await createBench((root) => writeFiles(root, files))
  const debugging = createDebugger(bench)
  const trust = new ProjectTrust({ store: bench.store, env: process.env })
  const services = createToolServices({
    store: bench.store,
    trust,
    env: process.env,
    providers: new Providers({
      secrets: fixedSecrets(),
      readSettings: () => bench.store.settings.read(),
      env: {},
    }),
  })
  const context = { ...contextOn(bench, services), debugging, ...more }
  const call: ToolBench['call'] = async (name, args = {}) => {
    const runner = findRunner(name)
    if (!runner) throw new Error(`${name} has no runner.`)
    const meant = asMeant(runner.tool, args)
    const wrong = findWrong(runner.tool, meant)
    if (wrong) throw new AppError('invalid-input', wrong)
    const preparing = { ...context, sessionId: context.call.sessionId }
    const prepared = await prepareArgs(name, meant, preparing)
    const answer = await runner.run(prepared, context)
    return typeof answer === 'string' ? { text: answer } : answer
  }
  return {
    bench,
    context,
    get written() {
      return changesIn(bench)
    },
    call,
    show: async (name, args) => (await call(name, args)).display,
    [Symbol.asyncDispose]: async () => {
      await debugging[Symbol.asyncDispose]()
      await services[Symbol.asyncDispose]()
      await trust[Symbol.asyncDispose]()
      await bench[Symbol.asyncDispose]()
    },
  }
}

function changesIn(bench: Bench): readonly FileChange[] {
  return bench.events().flatMap((event) => (event.kind === 'file.changed' ? [event.data] : []))
}

/** Records nothing, and trusts nothing. */
function createDebugger({ workspace }: Bench): RunDebugging {
  return new RunDebugging({
    root: workspace.root,
    resolve: (path) => workspace.resolve(path),
    env: createAgentEnvironment(process.env),
    log: { open: async () => {}, note: () => {}, end: () => {}, redact: (text) => text },
    listConfigurations: async () => ({ startables: [], malformed: [] }),
    adapters: () => ({}),
  })
}

function contextOn(bench: Bench, services: ToolServices): Omit<ToolContext, 'debugging'> {
  const [session] = bench.store.sessions.list()
  const { spanId, runId, agentId } = bench.call
  const { signal } = new AbortController()
  if (!session || !runId || !agentId) throw new Error('A bench has a session and a call.')
  const place = { root: bench.workspace.root, signal }
  const { projectId } = session
  const parts = { store: bench.store, clock: systemClock }
  const authorshipReports = new AuthorshipReports(parts)
  const tasks = new Tasks({ ...parts, onDidChange: () => {} })
  return {
    call: { sessionId: session.id, runId, agentId, spanId, title: 'A call' },
    signal,
    workspace: bench.workspace,
    source: bench.call,
    seen: ALL_SEEN,
    embedding: (_asked, ask) => ask(),
    progress: () => {},
    ...services,
    changedFiles: async () =>
      changesIn(bench)
        .filter(({ after }) => after)
        .map(({ path }) => path),
    terminals: NO_TERMINALS,
    repository: openRepository(place),
    tasks: tasks.of({ projectId, sessionId: session.id, by: bench.call }),
    authorship: authorshipReports.of({ ...place, projectId }),
    preview: { open: async ({ url, title = url }) => ({ url, title, news: [] }) },
    browser: {
      act: async () => {
        throw new AppError('unavailable', 'A bench has no browser.')
      },
    },
    commands: { run: async (command) => ({ text: `Would run ${command}.` }) },
  }
}

/** A bench tries what tools do; that they change only what was seen is tried in runs. */
const ALL_SEEN: ToolContext['seen'] = {
  noteRead: () => {},
  noteListed: () => {},
  noteWritten: async () => {},
  noteAdjusted: async () => {},
  noteMoved: async () => {},
  noteText: () => {},
  refuseUnseen: async () => {},
  refuseChanged: async () => {},
  findChanged: async () => undefined,
}

/** What bad input would run is not run here. */
const NO_TERMINALS: ToolContext['terminals'] = {
  start: refuse,
  get: refuse,
  list: () => [],
  type: refuse,
}

function refuse(): never {
  throw new AppError('unsupported', 'There are no terminals here.')
}
