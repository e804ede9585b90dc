import { z } from 'zod'
import { type Args, defineTool, textOf } from '../../definition/define-tool.ts'
import { EVERYTHING } from '../../definition/touches.ts'

const ACTIONS = ['start', 'send', 'read', 'wait', 'stop', 'list'] as const
type Action = (typeof ACTIONS)[number]

export const TerminalArgs = z
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
export type TerminalArgs = z.infer<typeof TerminalArgs>

export const manageTerminal = defineTool({
  name: 'manage_terminal',
  effect: 'execute',
  description:
    'Keeps terminals for what runs longer than a call, such as servers, watchers, shells and questions to answer. `start` runs a command, or a shell, and names its terminal; `send` types a line into it; `read` answers what it printed since you last read; `wait` does so once a pattern appears, or else once it is quiet; `stop` ends it with all it started; `list` tells them all. Answers have the last 200 lines. A person can watch and take over each. They end with the run. For a command that ends by itself take `run_command`.',
  schema: TerminalArgs,
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
    return { terminal, text: toTypedLine(text, enter) }
  },
})

function isWithoutTerminal(action: Action): boolean {
  return action === 'start' || action === 'list'
}

export function toTypedLine(text: string, enter: unknown): string {
  return enter === false ? text : `${text}\n`
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
