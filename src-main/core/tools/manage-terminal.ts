import { z } from 'zod'
import type { ToolAnswer } from './answer.ts'
import type { Terminal, ToolContext } from './context.ts'
import { type Args, defineTool, textOf } from './define.ts'
import {
  displayOfTerminal,
  failureOfTerminal,
  tellOutput,
  tellTaking,
  tellTerminal,
} from './tell-terminal.ts'
import { EVERYTHING } from './touches.ts'

const ACTIONS = ['start', 'send', 'read', 'wait', 'stop', 'list'] as const
type Action = (typeof ACTIONS)[number]

/** How long what was started or typed has to say something. */
const ANSWER_MS = 5_000
const QUIET_MS = 500
const LONG_QUIET_MS = 2_000

/** A longer line that was found is not told again. */
const MAX_FOUND_CHARS = 500

const schema = z
  .object({
    action: z.enum(ACTIONS),
    terminal: z.string().optional().describe('Which, as in terminal-1; for all but start, list.'),
    command: z.string().min(1).optional().describe('For start: what to run. A shell unless given.'),
    text: z.string().default('').describe('For send: what to type.'),
    enter: z.boolean().default(true).describe('For send: press Enter after the text.'),
    pattern: z
      .string()
      .min(1)
      .max(1000)
      .optional()
      .describe('Wait until a line of the output matches this regular expression.'),
    timeout_seconds: z.number().min(0.1).max(300).default(30).describe('Waits no longer.'),
  })
  .refine(({ action, terminal }) => isWithoutTerminal(action) || terminal !== undefined, {
    message: 'Say which terminal.',
  })
type TerminalArgs = z.infer<typeof schema>

export const manageTerminal = defineTool({
  name: 'manage_terminal',
  effect: 'execute',
  description:
    'Keeps terminals for what runs longer than a call, such as servers, watchers, shells and questions to answer. `start` runs a command, or a shell, and names its terminal; `send` types a line into it; `read` answers what it printed since you last read; `wait` does so once a pattern appears, or else once it is quiet; `stop` ends it with all it started; `list` tells them all. Answers have the last 200 lines. A person can watch and take over each. They end with the run. For a command that ends by itself take `run_command`.',
  schema,
  touches: ({ action }) => ({
    changes: [action === 'read' || action === 'list' ? 'terminals' : EVERYTHING],
  }),
  title: toTitle,
  command: ({ action, command }) => {
    if (action !== 'start' || command === undefined) return undefined
    return typeof command === 'string' ? command : '$unreadable'
  },
  typed: ({ action, terminal, text = '', enter }) => {
    if (action !== 'send' || typeof terminal !== 'string' || typeof text !== 'string') return
    return { terminal, text: typedText(text, enter) }
  },
  run: async (args, context) => {
    const { action, command, terminal = '' } = args
    const { terminals } = context
    switch (action) {
      case 'start':
        return answer(context, await terminals.start(command), { ...args, from: 0 })
      case 'send': {
        const from = terminals.get(terminal).end
        await terminals.type(terminal, typedText(args.text, args.enter))
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

function isWithoutTerminal(action: Action): boolean {
  return action === 'start' || action === 'list'
}

function typedText(text: string, enter: unknown): string {
  return enter === false ? text : `${text}\n`
}

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
  if (line !== undefined) return tellFound(terminal, pattern, line)
  const why = end === 'timeout' ? `within ${seconds} s` : 'before it ended'
  return tell(terminal, `[Nothing matched “${pattern}” ${why}.]`)
}

/** What was found may have been told by an earlier answer: one that tells nothing new must not read as a miss. */
function tellFound(terminal: Terminal, pattern: string, line: string): ToolAnswer {
  const output = tellOutput(terminal)
  if (output.includes(line)) return toAnswer(terminal, output)
  // Whole or not at all: a secret is known, and hidden, by the whole of it.
  const which = line.length <= MAX_FOUND_CHARS ? `: ${line}` : '.'
  return toAnswer(terminal, `[A line before this matches “${pattern}”${which}]`, output)
}

function tell(terminal: Terminal, ...more: readonly string[]): ToolAnswer {
  return toAnswer(terminal, ...more, tellOutput(terminal))
}

function toAnswer(terminal: Terminal, ...more: readonly string[]): ToolAnswer {
  const lines = [tellTerminal(terminal), ...tellTaking(terminal), ...more]
  return { text: lines.join('\n'), display: displayOfTerminal(terminal) }
}

function list({ terminals }: ToolContext): ToolAnswer {
  const all = terminals.list()
  const text = all.length === 0 ? 'There are no terminals.' : all.map(tellTerminal).join('\n')
  return { text, display: { type: 'list', items: all.length } }
}

function toTitle({ action, terminal, command, text }: Args): string {
  const which = textOf(terminal, 'a terminal')
  switch (action) {
    case 'start':
      return `Start ${textOf(command, 'a shell')}`
    case 'send':
      return `Type ${textOf(text, 'Enter')} in ${which}`
    case 'read':
      return `Read ${which}`
    case 'wait':
      return `Wait for ${which}`
    case 'stop':
      return `Stop ${which}`
    default:
      return 'List terminals'
  }
}
