import { createContext, Script } from 'node:vm'
import { AppError } from '#shared/error.ts'

/** How long one look for it may hold the thread: an expression can be made to take forever. */
const LOOK_MS = 40
/** A busy machine makes any expression late; so often in a row it is the expression. */
const MAX_LATE = 4

const test = new Script('expression.test(text)')

/** Whether a text matches. Throws where the pattern is none, or takes too long every time. */
export function toOutputPattern(pattern: string): (text: string) => boolean {
  const place = createContext({ expression: toExpression(pattern), text: '' })
  let late = 0
  return (text) => {
    place['text'] = text
    try {
      const isFound = test.runInContext(place, { timeout: LOOK_MS }) === true
      late = 0
      return isFound
    } catch (cause) {
      late += 1
      if (late < MAX_LATE) return false
      throw new AppError('invalid-input', `“${pattern}” takes too long to look for.`, { cause })
    }
  }
}

function toExpression(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'mu')
  } catch (cause) {
    const message = `“${pattern}” is not a regular expression. Put a backslash before what is meant as text.`
    throw new AppError('invalid-input', message, { cause })
  }
}
