import type { ContextPart } from '#shared/contract/procedures/context.ts'

/** A part of an agent's prompt, with what a person is told of it. */
export type PromptPart = Omit<ContextPart, 'tokens'>

/** What can be said of a part that is there whole. */
export function wholePart(kind: PromptPart['kind'], title: string, text: string): PromptPart {
  return { kind, title, text: text.trim(), notes: [] }
}

/** The prompt that the parts come to. */
export function promptOf(parts: readonly PromptPart[]): string {
  return parts
    .map(({ text }) => text)
    .filter(Boolean)
    .join('\n\n')
}

/** The beginning of a text, where it is too long, with a word to the model in place of the rest. */
interface Cut {
  readonly text: string
  /** For a person. */
  readonly notes: string[]
}

/** `whole`: where a model can read all of it. */
export function cutText(text: string, maxChars: number, whole: string | undefined): Cut {
  if (text.length <= maxChars) return { text, notes: [] }
  // Not in the middle of a character.
  const shown = text.slice(0, maxChars).replace(/[\uD800-\uDBFF]$/, '')
  const amount = `${maxChars.toLocaleString('en')} of its ${text.length.toLocaleString('en')} characters`
  const instead = whole === undefined ? '' : ` Read the rest in ${whole} where it matters.`
  return {
    text: `${shown.trimEnd()}\n[Cut here: these are ${amount}.${instead}]`,
    notes: [`It is cut: agents are told ${amount}.`],
  }
}
