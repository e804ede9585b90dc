import type { ExecuteResponse } from 'deepagents'
import { AppError } from '#shared/error.ts'
import type { SpanId } from '#shared/ids.ts'
import {
  AGENT_TERMINAL,
  AgentTerminalRecorder,
  type CommandResult,
  runCommand,
  type TerminalLog,
} from '../../terminals/agent-terminal.ts'
import { TerminalHold, tellSpells } from '../../terminals/terminal-hold.ts'
import type { RunContext } from '../run-context.ts'
import { type RunningCall, sourceOf } from './running-call.ts'

const TIMEOUT_MS = 10 * 60 * 1000

/** Runs an agent's command on a terminal in the project's folder, recorded under the call's span. */
export async function executeCommand(
  run: RunContext,
  call: RunningCall,
  command: string,
): Promise<ExecuteResponse> {
  // A program would be given only what stands in front of it: another command than was judged.
  if (command.includes('\0')) throw new AppError('invalid-input', 'A command holds no NUL.')
  const { spanId, agentId, title } = call
  const cwd = run.workspace.root
  await using _changes = await run.workspace.command(sourceOf(run, call))
  const { secrets } = run.providers
  const recorder = new AgentTerminalRecorder(terminalLogOf(run, spanId), { spanId, agentId })
  const output = secrets.stream((text) => recorder.output(text))
  const hold = new TerminalHold(run.clock, (holder) => recorder.taken(holder))
  await recorder.opened({ title, command, cwd, ...AGENT_TERMINAL })
  using _takeable = run.terminals.add(run.sessionId, spanId, hold)
  try {
    const result = await runCommand({
      command,
      cwd,
      env: run.env,
      signal: run.signal,
      timeoutMs: TIMEOUT_MS,
      ...AGENT_TERMINAL,
      hold,
      onOutput: (text) => output.write(text),
    })
    output.end()
    call.exitCode = result.exitCode
    if (result.leftOutChars > 0) call.leftOutChars = result.leftOutChars
    const failure = failureOf(result)
    if (failure) call.failure = failure
    await recorder.ended(result)
    return toResponse(result, [failure, tellSpells(hold.spells)])
  } catch (error) {
    output.end()
    await recorder.ended({ exitCode: null })
    throw error
  }
}

/** A command that came to its own end has not failed, whatever its exit code says. */
function failureOf({ signal, isTimedOut }: CommandResult): string | undefined {
  if (isTimedOut) return 'Command was ended after 10 minutes, the longest one may run'
  return signal && `Command was ended by ${signal}`
}

function toResponse(
  { output, exitCode, leftOutChars }: CommandResult,
  told: readonly (string | undefined)[],
): ExecuteResponse {
  const note = told.map((one) => (one ? `\n[${one}]` : '')).join('')
  return { output: output + note, exitCode, truncated: leftOutChars > 0 }
}

/** A terminal ends with its run at the latest; it has the call's span, but an end of its own. */
function terminalLogOf({ log }: RunContext, spanId: SpanId): TerminalLog {
  const key = `terminal ${spanId}` as const
  return {
    open: (opened, endOf) => log.open(key, opened, endOf),
    append: (drafts) => log.append(...drafts),
    end: (drafts) => log.end(key, ...drafts),
  }
}
