import { normalizeLineEnds } from '#shared/review/line-ends.ts'

export interface Replacement {
  readonly oldText: string
  readonly newText: string
  /** Every place, where there are several. */
  readonly all: boolean
}

export type Replaced =
  | { readonly text: string; readonly occurrences: number }
  | { readonly error: string }

/**
 * Replaces an exact text, whatever its line ends: all are `\n` in the answer. Fails where it is not there,
 * or in several places without `all`.
 */
export function replaceText(text: string, { oldText, newText, all }: Replacement): Replaced {
  const whole = normalizeLineEnds(text)
  const wanted = normalizeLineEnds(oldText)
  const replacement = normalizeLineEnds(newText)
  if (wanted === '') {
    if (whole !== '') return { error: 'The text to replace is empty. Name the text to replace.' }
    return { text: replacement, occurrences: 1 }
  }
  if (wanted === replacement && oldText !== newText) return ONLY_LINE_ENDS
  const parts = whole.split(wanted)
  const occurrences = parts.length - 1
  if (occurrences === 0) return NOT_FOUND
  if (occurrences > 1 && !all) {
    const error = `The text to replace is in the file ${occurrences} times. Add what stands around it, or set replace_all.`
    return { error }
  }
  return { text: parts.join(replacement), occurrences }
}

const NOT_FOUND = { error: 'The text to replace is not in the file. Read it again.' }
const ONLY_LINE_ENDS = {
  error:
    'The two texts differ in their line ends alone, and an edit keeps those of the file. Convert them with a command.',
}
