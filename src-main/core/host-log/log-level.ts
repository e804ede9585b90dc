import { LogLevel } from '#shared/contract/logs.ts'

/** Says how much is kept. */
export const LEVEL_VARIABLE = 'ORRERY_LOG'
const USUAL: LogLevel = 'info'

/** What the environment asks for; what it asks for in vain is named in `wrong`. */
export function readLevel(env: Readonly<Record<string, string | undefined>>): {
  readonly level: LogLevel
  readonly wrong?: string
} {
  const asked = env[LEVEL_VARIABLE]
  if (!asked) return { level: USUAL }
  const parsed = LogLevel.safeParse(asked.toLowerCase())
  if (parsed.success) return { level: parsed.data }
  const choices = LogLevel.options.join(', ')
  return { level: USUAL, wrong: `${LEVEL_VARIABLE} is one of ${choices}, and "${asked}" is none.` }
}
