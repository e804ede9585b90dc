import type { ToolAnswer } from '../../answers/tool-answer.ts'
import {
  manageTerminal,
  type TerminalArgs,
  toTypedLine,
} from '../../catalogue/commands/manage-terminal.ts'
import { defineRunner } from '../../context/define-runner.ts'
import type { Terminal, ToolContext } from '../../context/tool-context.ts'
import {
  displayOfTerminal,
  failureOfTerminal,
  formatHandover,
  formatOutput,
  formatTerminal,
} from './format-terminal.ts'

/** How long what was started or typed has to say something. */
const ANSWER_MS = 5_000
const QUIET_MS = 500
const LONG_QUIET_MS = 2_000

/** A longer line that was found is not told again. */
const MAX_FOUND_CHARS = 500

export const manageTerminalRunner = defineRunner(manageTerminal, {
  run: async (args, context) => {
    const { action, command, terminal = '' } = args
    const { terminals } = context
    switch (action) {
      case 'start':
        return answer(context, await terminals.start(command), { ...args, from: 0 })
      case 'send': {
        const from = terminals.get(terminal).end
        await terminals.type(terminal, toTypedLine(args.text, args.enter))
        return answer(context, terminals.get(terminal), { ...args, from })
      }
      case 'wait':
        return answer(context, terminals.get(terminal), { ...args, from: 0 })
      case 'read':
        return tell(terminals.get(terminal))
      case 'stop':
        await terminals.get(terminal).stop()
        return tell(terminals.get(terminal))
      case 'list':
        return list(context)
    }
  },
})

type Waited = TerminalArgs & { readonly from: number }

/** What was typed may end a program on purpose; one that was started or waited for is meant to succeed. */
async function answer(context: ToolContext, terminal: Terminal, args: Waited): Promise<ToolAnswer> {
  const answered = await waitAndTell(context, terminal, args)
  return args.action === 'send' ? answered : { ...answered, ...failureOfTerminal(terminal) }
}

/** Waits for what was asked, or else until it has said what it has to say for now. */
async function waitAndTell(
  { signal }: ToolContext,
  terminal: Terminal,
  { action, pattern, timeout_seconds: seconds, from }: Waited,
): Promise<ToolAnswer> {
  const timeoutMs = seconds * 1000
  if (pattern === undefined) {
    const isShort = action !== 'wait'
    const quietMs = isShort ? QUIET_MS : LONG_QUIET_MS
    const mostMs = isShort ? Math.min(timeoutMs, ANSWER_MS) : timeoutMs
    await terminal.wait({ quietMs, timeoutMs: mostMs, signal })
    return tell(terminal)
  }
  const { end, line } = await terminal.waitFor(pattern, { from, timeoutMs, signal })
  if (line !== undefined) return formatFound(terminal, pattern, line)
  const why = end === 'timeout' ? `within ${seconds} s` : 'before it ended'
  return tell(terminal, `[Nothing matched “${pattern}” ${why}.]`)
}

/** What was found may have been told by an earlier answer: one that tells nothing new must not read as a miss. */
function formatFound(terminal: Terminal, pattern: string, line: string): ToolAnswer {
  const output = formatOutput(terminal)
  if (output.includes(line)) return toAnswer(terminal, output)
  // Whole or not at all: a secret is known, and hidden, by the whole of it.
  const which = line.length <= MAX_FOUND_CHARS ? `: ${line}` : '.'
  return toAnswer(terminal, `[A line before this matches “${pattern}”${which}]`, output)
}

function tell(terminal: Terminal, ...more: readonly string[]): ToolAnswer {
  return toAnswer(terminal, ...more, formatOutput(terminal))
}

function toAnswer(terminal: Terminal, ...more: readonly string[]): ToolAnswer {
  const lines = [formatTerminal(terminal), ...formatHandover(terminal), ...more]
  return { text: lines.join('\n'), display: displayOfTerminal(terminal) }
}

function list({ terminals }: ToolContext): ToolAnswer {
  const all = terminals.list()
  const text = all.length === 0 ? 'There are no terminals.' : all.map(formatTerminal).join('\n')
  return { text, display: { type: 'list', items: all.length } }
}
