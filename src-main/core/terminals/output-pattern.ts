import { createContext, Script } from 'node:vm'
import { AppError } from '#shared/error.ts'

/** How long one look for it may hold the thread: an expression can be made to take forever. */
const LOOK_MS = 40
/** A busy machine makes any expression late; so often in a row it is the expression. */
const MAX_LATE = 4

const find = new Script('expression.exec(text)?.index')

/** The first line of a text in which a match begins. Throws where the pattern is none, or takes too long every time. */
export function toOutputPattern(pattern: string): (text: string) => string | undefined {
  const place = createContext({ expression: toExpression(pattern), text: '' })
  let late = 0
  return (text) => {
    place['text'] = text
    try {
      const index: unknown = find.runInContext(place, { timeout: LOOK_MS })
      late = 0
      return typeof index === 'number' ? lineAt(text, index) : undefined
    } catch (cause) {
      late += 1
      if (late < MAX_LATE) return undefined
      throw new AppError('invalid-input', `“${pattern}” takes too long to look for.`, { cause })
    }
  }
}

function lineAt(text: string, index: number): string {
  const end = text.indexOf('\n', index)
  // A match may begin at the break itself, which ends the line before it.
  const start = index === 0 ? 0 : text.lastIndexOf('\n', index - 1) + 1
  return text.slice(start, end === -1 ? undefined : end)
}

function toExpression(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'mu')
  } catch (cause) {
    const message = `“${pattern}” is not a regular expression. Put a backslash before what is meant as text.`
    throw new AppError('invalid-input', message, { cause })
  }
}
