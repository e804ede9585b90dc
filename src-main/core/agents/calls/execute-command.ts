import { AppError } from '#shared/lib/app-error.ts'
import type { SpanId } from '#shared/lib/ids.ts'
import type { RunningProcess } from '../../processes/processes.ts'
import { AGENT_TERMINAL, type CommandResult, runCommand } from '../../terminals/agent-terminal.ts'
import { AgentTerminalRecorder } from '../../terminals/agent-terminal-recorder.ts'
import { TerminalHold, tellSpells } from '../../terminals/terminal-handover.ts'
import type { ToolAnswer } from '../../tools/answers/tool-answer.ts'
import type { RunIdentity } from '../context/run-identity.ts'
import type { RunServices } from '../context/run-services.ts'
import type { RunRecord } from '../recording/run-record.ts'
import { type RunningCall, sourceOf } from './running-call.ts'
import { terminalLogOf } from './terminal-log.ts'

/** Parts of a run that a command uses. */
export interface CommandContext
  extends Pick<RunIdentity, 'sessionId' | 'env' | 'signal'>,
    Pick<RunServices, 'workspace' | 'providers' | 'clock' | 'terminals'>,
    Pick<RunRecord, 'log'> {}

const TIMEOUT_MS = 10 * 60 * 1000

/** Runs an agent's command on a terminal in the project's folder, recorded under the call's span. */
export async function executeCommand(
  run: CommandContext,
  call: RunningCall,
  command: string,
): Promise<ToolAnswer> {
  // A program would be given only what stands in front of it: another command than was judged.
  if (command.includes('\0')) throw new AppError('invalid-input', 'A command holds no NUL.')
  const { spanId, agentId, title } = call
  const cwd = run.workspace.root
  await using _changes = await run.workspace.command(sourceOf(run, call))
  const { secrets } = run.providers
  const recorder = new AgentTerminalRecorder(terminalLogOf(run.log, spanId), { spanId, agentId })
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
    await recorder.ended(result)
    return toAnswer({ spanId, command }, result, hold)
  } catch (error) {
    output.end()
    await recorder.ended({ exitCode: null })
    throw error
  }
}

/** Why a command didn't end by itself. */
function interruptionOf({ signal, isTimedOut }: CommandResult): string | undefined {
  if (isTimedOut) return 'Command was ended after 10 minutes, the longest one may run'
  return signal && `Command was ended by ${signal}`
}

function toAnswer(
  { spanId, command }: { readonly spanId: SpanId; readonly command: string },
  result: CommandResult,
  { spells }: TerminalHold,
): ToolAnswer {
  const { output, exitCode, leftOutChars } = result
  const interruption = interruptionOf(result)
  const exit = tellExit(exitCode)
  const { ended, detached } = result
  const told = [
    interruption,
    tellSpells(spells),
    exit,
    leftOutChars > 0 && LEFT_OUT,
    formatEnded(ended) ?? (detached.length === 0 && interruption === undefined && warnOf(command)),
    detached.length > 0 &&
      `Still running: ${formatProcesses(detached)}. To stop: kill -9 ${detached.map(({ pid }) => pid).join(' ')}`,
  ]
  const failure = interruption ?? (exitCode === 0 ? undefined : exit)
  return {
    text: output + told.map((one) => (one ? `\n[${one}]` : '')).join(''),
    display: { type: 'terminal', spanId, exitCode, ...(leftOutChars > 0 && { leftOutChars }) },
    ...(failure && { failure }),
    ...(failure && !interruption && { isWorkFailure: true }),
  }
}

/** More processes are counted. */
const MAX_LISTED = 5

function formatEnded(ended: readonly RunningProcess[]): string | undefined {
  if (ended.length === 0) return undefined
  return `Stopped when the command exited: ${formatProcesses(ended)}. ${KEEP}`
}

const KEEP = 'Use manage_terminal for programs that must keep running'

/** An `&` that is neither of `&&` nor of a redirection. */
const BACKGROUND = /(?<![&<>|])&(?=[\s;)]|$)/
const QUOTED = /'[^']*'|"[^"]*"/g

/** The system has ended most background processes before they can be listed. In PowerShell, `&` calls a program. */
function warnOf(command: string): string | undefined {
  if (process.platform === 'win32' || !BACKGROUND.test(command.replace(QUOTED, '')))
    return undefined
  return `Background processes stop when their command exits. ${KEEP}`
}

function formatProcesses(processes: readonly RunningProcess[]): string {
  const listed = processes.slice(0, MAX_LISTED).map(({ command, pid }) => `${command} (${pid})`)
  const more = processes.length - listed.length
  return [...listed, ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

const LEFT_OUT = 'The middle of what it printed is left out'

function tellExit(exitCode: number | null): string | undefined {
  if (exitCode === null) return undefined
  return `Command ${exitCode === 0 ? 'succeeded' : 'failed'} with exit code ${exitCode}`
}
