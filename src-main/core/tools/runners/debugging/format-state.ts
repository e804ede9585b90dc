import { assertNever } from '#shared/lib/assert.ts'
import { ellipsize } from '#shared/lib/truncate-text.ts'
import type { DebugSession } from '../../../integrations/dap/debug-session.ts'
import type { Frame } from '../../../integrations/dap/program-plan/source-locations.ts'
import type { Stop } from '../../../integrations/dap/session-recorder.ts'
import type { ToolContext } from '../../context/tool-context.ts'

/** How many lines stand on each side of the one it stopped at. */
const AROUND = 5
const LINE_CHARS = 200

/** How a debugged program stands, with what it printed since that was told last. */
export async function formatState(
  session: DebugSession,
  context: Pick<ToolContext, 'workspace'>,
): Promise<string> {
  const printed = session.takeOutput()
  const told = await formatPosition(session, context)
  return printed === '' ? told : `${told}\n\nIt printed:\n${printed}`
}

async function formatPosition(
  session: DebugSession,
  context: Pick<ToolContext, 'workspace'>,
): Promise<string> {
  const { state, title } = session
  switch (state.type) {
    case 'running':
      return `${title} runs. Ask again with debug_get_state, or stop it with debug_control and action pause.`
    case 'ended': {
      const how = state.exitCode === null ? '' : ` with exit code ${state.exitCode}`
      return `${title} has ended${how}.${state.reason ? ` ${state.reason}` : ''}`
    }
    case 'stopped':
      return formatStop(state.stop, context)
    default:
      return assertNever(state)
  }
}

async function formatStop(stop: Stop, context: Pick<ToolContext, 'workspace'>): Promise<string> {
  const [top] = stop.frames
  const where = top ? ` at ${placeOf(top)}, in ${top.name}` : ''
  const thread = stop.thread ? ` of thread ${stop.thread}` : ''
  const why = stop.text ? `${stop.reason}: ${stop.text}` : stop.reason
  const lines = top?.path ? await linesAround(top, context) : []
  const callers = stop.frames.slice(0, 5).map(formatFrame)
  const more = stop.frames.length + stop.framesLeftOut - callers.length
  const rest = more > 0 ? [`  and ${more} more: debug_get_stack_trace has them`] : []
  const stack = callers.length > 1 ? ['', 'Stack:', ...callers, ...rest] : []
  return [`Stopped (${why})${where}${thread}.`, ...lines, ...stack].join('\n')
}

/** A frame in a line; its index is what other tools take. */
export function formatFrame(frame: Frame, index: number): string {
  return `  ${index}  ${frame.name}  ${placeOf(frame)}`
}

function placeOf({ path, elsewhere, line }: Frame): string {
  return path ? `${path}:${line}` : `${elsewhere ?? 'code without a file'}:${line}`
}

/** The lines around the one a frame is at, as the file is now. */
export async function linesAround(
  { path, line }: Frame,
  { workspace }: Pick<ToolContext, 'workspace'>,
): Promise<readonly string[]> {
  if (!path || line < 1) return []
  // The program runs whether or not its source can be read.
  const text = await workspace.readText(path).catch(() => undefined)
  const lines = text?.split('\n') ?? []
  const first = Math.max(1, line - AROUND)
  return lines.slice(first - 1, line + AROUND).map((content, index) => {
    const number = first + index
    const mark = number === line ? '→' : ' '
    return `${mark} ${String(number).padStart(4)} | ${ellipsize(content, LINE_CHARS)}`
  })
}
