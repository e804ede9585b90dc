import { z } from 'zod'
import { defineEvent } from './define.ts'

/** An agent's terminal. Its span is that of the call that opened it. */
export const terminalOpened = defineEvent(
  'terminal.opened',
  z.object({
    title: z.string(),
    command: z.string(),
    cwd: z.string(),
    cols: z.int().positive(),
    rows: z.int().positive(),
    /** As its agent calls one that it keeps; absent: it is a command’s. */
    name: z.string().optional(),
  }),
)

/** `skipped` bytes came before `text` and were left out of the log. */
export const terminalOutput = defineEvent(
  'terminal.output',
  z.object({ text: z.string(), skipped: z.int().nonnegative().optional() }),
)

export const terminalResized = defineEvent(
  'terminal.resized',
  z.object({ cols: z.int().positive(), rows: z.int().positive() }),
)

/** From here on it is held by a person, who types into it, or by its agent again. */
export const terminalTaken = defineEvent(
  'terminal.taken',
  z.object({ holder: z.enum(['person', 'agent']) }),
)

/** `exitCode` is `null` where a signal ended it. */
export const terminalEnded = defineEvent(
  'terminal.ended',
  z.object({ exitCode: z.int().nullable(), signal: z.string().optional() }),
)
