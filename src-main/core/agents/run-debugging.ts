import type { Draft } from '#shared/events/index.ts'
import type { SpanId } from '#shared/ids.ts'
import { assert } from '#shared/lib/assert.ts'
import { agentEnvironmentOf } from '../agent-environment.ts'
import { RunDebugging } from '../integrations/dap/debugging.ts'
import { getSession } from '../session-rows.ts'
import type { RunLog } from './run-log.ts'
import type { RunPlan } from './run-plan.ts'
import type { RunsOptions } from './runs-options.ts'

/** The debugger of a run's agents, which writes down what happens in the run's own log. */
export function createDebugging(
  { sessionId, workspace }: RunPlan,
  { store, env = {} }: RunsOptions,
  log: RunLog,
): RunDebugging {
  const { projectId } = getSession(store, sessionId)
  return new RunDebugging({
    root: workspace.root,
    resolve: (path) => workspace.resolve(path),
    env: agentEnvironmentOf(store, env, projectId),
    log: {
      open: (started, endOf) => log.open(keyOf(started), started, endOf),
      note: (drafts) => log.note(...drafts),
      end: (ended) => log.noteEnd(keyOf(ended), ended),
      redact: (text) => log.redactData(text),
    },
    isTrusted: (hash) => store.trust.has(projectId, hash),
    adapters: () => store.settings.read().debuggers,
  })
}

/** A program in a debugger has the call's span, but an end of its own. */
function keyOf({ spanId }: Draft): `debugger ${SpanId}` {
  assert(spanId, 'A debugger is opened by a call.')
  return `debugger ${spanId}`
}
