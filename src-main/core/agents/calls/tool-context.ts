import type { ToolContext } from '../../tools/context.ts'
import type { RunContext } from '../run-context.ts'
import { executeCommand } from './execute-command.ts'
import { type RunningCall, sourceOf } from './running-call.ts'

/** What the tool of a running call works on and with. */
export function contextOf(run: RunContext, call: RunningCall): ToolContext {
  const { sessionId, workspace, signal, log, debugging } = run
  const { runId, agentId, spanId, title } = call
  return {
    call: { sessionId, runId, agentId, spanId, title },
    signal,
    workspace,
    debugging,
    source: sourceOf(run, call),
    changed: (...written) => call.written.push(...written),
    progress: (message) =>
      log.note({ kind: 'tool.progressed', spanId, agentId, data: { message } }),
    ...run.services,
    changedFiles: run.changedFiles,
    commands: { run: (command) => executeCommand(run, call, command) },
  }
}
