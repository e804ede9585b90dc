import { answerCalls } from '../runtime/worker-entry.ts'

/** A pattern of a model’s, which may take forever: whoever calls ends this worker then. */
export interface FindPatternCall {
  readonly pattern: string
  readonly text: string
}

/** Returns where the first match begins; `undefined`: nowhere. */
answerCalls(({ pattern, text }: FindPatternCall): number | undefined => {
  return new RegExp(pattern, 'mu').exec(text)?.index
})
