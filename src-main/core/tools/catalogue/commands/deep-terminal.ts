import { z } from 'zod'
import { type Args, defineTool, textOf } from '../../definition/define-tool.ts'
import { findKey } from './terminal-keys.ts'

const schema = z
  .object({
    terminal: z.string().optional().describe('Which, as in terminal-1. Without it one is started.'),
    command: z
      .string()
      .min(1)
      .optional()
      .describe('What the new one runs, as in vim notes.md. A shell unless given.'),
    text: z.string().default('').describe('What to type, before the keys. Enter is a key.'),
    keys: z
      .array(z.string().min(1))
      .max(100)
      .default([])
      .describe('Keys by name, in order: Enter, Escape, Up, PageDown, F5, Ctrl+C, Alt+x, q …'),
    wait: z
      .number()
      .min(0)
      .max(60)
      .default(2)
      .describe('How many seconds at most until its screen has come to rest.'),
  })
  .refine(({ terminal, text, keys }) => terminal !== undefined || text + keys.join('') === '', {
    message: 'Start the terminal first, and type into it by its name.',
  })

export const deepTerminal = defineTool({
  name: 'deep_terminal',
  effect: 'execute',
  description:
    'Works with a program that draws its screen, such as vim, top, a pager, a menu or a REPL: starts one, types text and keys into it, and answers what the screen shows then, with the cursor. It keeps its state from call to call; it is one of the terminals of `manage_terminal`, which lists and stops them. For plain output take `manage_terminal` or `run_command`.',
  schema,
  title: ({ terminal, command, text, keys }) => {
    if (terminal === undefined) return `Start ${textOf(command, 'a shell')}`
    const names = Array.isArray(keys) ? keys.map((key) => textOf(key)) : []
    const typed = [textOf(text), ...names].filter(Boolean).join(' ')
    return textOf(typed ? `Type ${typed} in ${textOf(terminal)}` : `Look at ${textOf(terminal)}`)
  },
  command: ({ terminal, command }) => {
    if (terminal !== undefined || command === undefined) return undefined
    return typeof command === 'string' ? command : '$unreadable'
  },
  typed: (args) => {
    const { terminal } = args
    const text = toTypedText(args)
    return typeof terminal === 'string' && text ? { terminal, text } : undefined
  },
})

/** What the keys write after the text; one there is not writes nothing, and is refused when it runs. */
export function toTypedText({ text = '', keys = [] }: Args): string {
  const names = Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : []
  const written = names.map((name) => findKey(name) ?? '').join('')
  return (typeof text === 'string' ? text : '') + written
}
