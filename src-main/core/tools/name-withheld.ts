import type { AgentEnvironment } from '../agent-environment.ts'
import type { ToolAnswer } from './answer.ts'

/** Adds the withheld variables that a failed command's output names: their absence may be why it failed. */
export function nameWithheld(
  answer: ToolAnswer,
  env: Pick<AgentEnvironment, 'findWithheldIn'>,
): ToolAnswer {
  if (!answer.isWorkFailure) return answer
  const names = env.findWithheldIn(answer.text)
  if (names.length === 0) return answer
  return { ...answer, withheld: names, text: `${answer.text}\n[${formatWithheld(names)}]` }
}

function formatWithheld(names: readonly string[]): string {
  const isOne = names.length === 1
  const what = isOne ? 'it' : 'them'
  const command = `orrery settings environment.allow ${names.join(',')}`
  return `Orrery withholds ${names.join(', ')} from agents' programs. If ${isOne ? 'it is' : 'they are'} needed, ask the person to allow ${what} in this project: on this call's card, or with ${command}`
}
