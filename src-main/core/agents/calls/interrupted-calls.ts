import type { Tool } from '../../tools/definition/define-tool.ts'
import type { Resolved } from '../recording/call-journal.ts'

/**
 * Whether a call that was cut off runs again: one that only reads (also a subagent, which continues from
 * its own checkpoint) always does, any other where a person has said so.
 */
export function runsAgain({ effect }: Pick<Tool, 'effect'>, resolved: Resolved): boolean {
  return effect === 'read' || resolved?.resolution === 'again'
}

/** What a call is answered that was cut off and does not run again. */
interface CutOffAnswer {
  readonly text: string
  readonly isError: boolean
}

/** What an agent is told of a call of its own whose end nobody saw. */
export function toCutOffAnswer(name: string, resolved: Resolved): CutOffAnswer {
  const message = resolved?.message ? `: ${resolved.message}` : '.'
  switch (resolved?.resolution) {
    case 'done':
      return {
        text: `This ${name} call was cut off, and what it printed is lost. A person says that it did its work${message}`,
        isError: false,
      }
    case 'skip':
      return {
        text: `This ${name} call was cut off, and a person chose not to run it again${message}`,
        isError: true,
      }
    default:
      return { text: unknownText(name), isError: true }
  }
}

function unknownText(name: string): string {
  return `It is not known what came of this ${name} call: it was cut off after it had begun, and has not been run again. Look at what it may have changed before you go on, and call it again only if that is safe.`
}
