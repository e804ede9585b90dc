import type { Display } from '#shared/events/tool.ts'
import type { ToolAnswer } from '../../answers/tool-answer.ts'
import type { Terminal } from '../../context/tool-context.ts'
import { textOf } from '../../definition/define-tool.ts'

const MAX_LINES = 200
const MAX_CHARS = 20_000

/** How it is with a terminal, in a line. */
export function formatTerminal({ name, command, exit }: Terminal): string {
  const what = `${name} (${textOf(command, 'a shell')})`
  if (!exit) return `${what} runs.`
  const how = exit.signal ? `was ended by ${exit.signal}` : `ended with exit code ${exit.exitCode}`
  return `${what} ${how}.`
}

/** What it printed since its agent last read it. */
export function formatOutput(terminal: Terminal): string {
  const { text, leftOutChars } = terminal.read(MAX_LINES, MAX_CHARS)
  const left = `[${leftOutChars} characters before this are left out: a person sees them in its tab.]`
  const shown = text.trim() === '' ? '[It has printed nothing since.]' : text
  return leftOutChars > 0 ? `${left}\n${shown}` : shown
}

/** That a person had it, where one had; a line of its own. */
export function formatHandover(terminal: Terminal): readonly string[] {
  const told = terminal.takeSpells()
  return told ? [`[${told}.]`] : []
}

/** The failure of a call that waited for a terminal's program, where that has failed by now. */
export function failureOfTerminal({
  exit,
}: Terminal): Pick<ToolAnswer, 'failure' | 'isWorkFailure'> {
  if (!exit || (exit.exitCode === 0 && !exit.signal)) return {}
  const how = exit.signal ? `was ended by ${exit.signal}` : `failed with exit code ${exit.exitCode}`
  return { failure: `Command ${how}`, isWorkFailure: true }
}

export function displayOfTerminal({ spanId, exit }: Terminal): Display {
  const how = exit ? { exitCode: exit.exitCode } : { exitCode: null, isRunning: true as const }
  return { type: 'terminal', spanId, ...how }
}
