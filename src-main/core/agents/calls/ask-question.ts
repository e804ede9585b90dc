import { decisionsOf } from '#shared/events/approval.ts'
import type { Outcome } from '#shared/events/value.ts'
import type { Verdict } from '../../permissions/judge-call.ts'
import { type AskContext, askPerson, type Ruling } from './ask-person.ts'
import type { Call } from './tool-call.ts'

/** What became of a question. */
interface QuestionAnswer {
  readonly outcome: Extract<Outcome, 'ok' | 'denied' | 'stopped'>
  readonly text: string
}

/** Puts an agent's question to a person. What they say is the call's result, a refusal too. */
export async function askQuestion(run: AskContext, call: Call): Promise<QuestionAnswer> {
  const ruling = await askPerson(run, call, verdictOf(call))
  if (!ruling) return { outcome: 'stopped', text: run.limits.reason ?? 'The run ended.' }
  return toAnswer(ruling)
}

/** Whoever lets all calls run that can be judged does not answer questions. */
function verdictOf({ tool, args }: Call): Verdict {
  return {
    verdict: 'ask',
    source: 'host',
    rule: 'An agent asks what only a person can say.',
    risk: tool.risk?.(args) ?? 'Changes nothing.',
    isJudged: false,
    allowedDecisions: decisionsOf.question,
    acceptsRule: false,
  }
}

function toAnswer({ decision, by, message }: Ruling): QuestionAnswer {
  if (by === 'host') return { outcome: 'denied', text: nobodyText(message) }
  if (decision === 'reject' && message)
    return { outcome: 'ok', text: `The person said: ${message}` }
  // Older logs also have approvals of questions: those answer nothing.
  return { outcome: 'ok', text: message ?? 'The person did not want to answer.' }
}

function nobodyText(why: string | undefined): string {
  const reason = why ? ` (${why})` : ''
  return `Nobody could be asked${reason}. Decide yourself, in the way that is easier to take back, and say in your report what you assumed. Don't ask again.`
}
