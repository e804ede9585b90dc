import type { ExecuteResponse } from 'deepagents'
import { AgentTerminalRecorder, runCommand } from '../terminals/agent-terminal.ts'
import type { RunContext, RunningCall } from './run-context.ts'

const TIMEOUT_MS = 10 * 60 * 1000
const COLS = 120
const ROWS = 30

/** Runs an agent's command on a terminal in the project's folder, recorded under the call's span. */
export async function executeCommand(
  run: RunContext,
  call: RunningCall,
  command: string,
): Promise<ExecuteResponse> {
  const { spanId, agentId, runId, title } = call
  const cwd = run.workspace.root
  await using _changes = await run.workspace.command({ type: 'call', spanId, runId, agentId })
  const recorder = new AgentTerminalRecorder(run.store.events, {
    sessionId: run.sessionId,
    spanId,
    runId,
    agentId,
  })
  await recorder.opened({ title, command, cwd, cols: COLS, rows: ROWS })
  try {
    const result = await runCommand({
      command,
      cwd,
      env: run.env,
      signal: run.signal,
      timeoutMs: TIMEOUT_MS,
      cols: COLS,
      rows: ROWS,
      onOutput: (text) => recorder.output(text),
    })
    call.exitCode = result.exitCode
    await recorder.ended(result)
    const note = result.isTimedOut
      ? '\n[Ended after 10 minutes, the longest a command may run]'
      : ''
    const { exitCode, isTruncated } = result
    return { output: result.output + note, exitCode, truncated: isTruncated }
  } catch (error) {
    await recorder.ended({ exitCode: null })
    throw error
  }
}
