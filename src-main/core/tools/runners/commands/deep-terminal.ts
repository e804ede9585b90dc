import { AppError } from '#shared/lib/app-error.ts'
import type { ToolAnswer } from '../../answers/tool-answer.ts'
import { deepTerminal, toTypedText } from '../../catalogue/commands/deep-terminal.ts'
import { findKey } from '../../catalogue/commands/terminal-keys.ts'
import { defineRunner } from '../../context/define-runner.ts'
import type { Terminal } from '../../context/tool-context.ts'
import { textOf } from '../../definition/define-tool.ts'
import {
  displayOfTerminal,
  failureOfTerminal,
  formatHandover,
  formatTerminal,
} from './format-terminal.ts'

const QUIET_MS = 300

export const deepTerminalRunner = defineRunner(deepTerminal, {
  run: async (args, { terminals, signal }) => {
    const { terminal: name, command, keys, wait } = args
    const unknown = keys.find((key) => findKey(key) === undefined)
    if (unknown !== undefined) {
      throw new AppError(
        'invalid-input',
        `There is no key “${textOf(unknown)}”. Nothing was typed.`,
      )
    }
    const terminal = name === undefined ? await terminals.start(command) : terminals.get(name)
    const text = toTypedText(args)
    if (text) await terminals.type(terminal.name, text)
    await terminal.wait({ quietMs: QUIET_MS, timeoutMs: wait * 1000, signal })
    const shown = await show(terminal)
    return name === undefined ? { ...shown, ...failureOfTerminal(terminal) } : shown
  },
})

async function show(terminal: Terminal): Promise<ToolAnswer> {
  const { lines, cursor, cols, rows } = await terminal.look()
  const size = `@@ ${cols} columns, ${rows} lines | cursor in line ${cursor.line}, column ${cursor.column} @@`
  const told = [formatTerminal(terminal), ...formatHandover(terminal), size, ...lines]
  return { text: told.join('\n'), display: displayOfTerminal(terminal) }
}
