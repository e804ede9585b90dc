import { normalizeLineEnds } from '#shared/changes/line-endings.ts'

interface Replacement {
  readonly oldText: string
  readonly newText: string
  /** Every place, where there are several. */
  readonly all: boolean
}

type Replaced = { readonly text: string; readonly occurrences: number } | { readonly error: string }

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
  if (wanted === replacement) return oldText === newText ? SAME_TEXT : ONLY_LINE_ENDS
  const parts = whole.split(wanted)
  const occurrences = parts.length - 1
  if (occurrences === 0) return notFound(whole, wanted)
  if (occurrences > 1 && !all) {
    const error = `The text to replace is in the file ${occurrences} times. Add what stands around it, or set replace_all.`
    return { error }
  }
  return { text: parts.join(replacement), occurrences }
}

function notFound(whole: string, wanted: string): Replaced {
  const line = findLookalike(whole, wanted)
  if (line === undefined) return NOT_FOUND
  const error = `The text to replace is not in the file. Line ${line} looks like it, but its quotes, dashes or blanks are different characters. Copy the text from there.`
  return { error }
}

/** Returns the line, counted from 1, of a text that differs only in characters that look alike. */
function findLookalike(whole: string, wanted: string): number | undefined {
  const at = toLookalike(whole).indexOf(toLookalike(wanted))
  return at < 0 ? undefined : whole.slice(0, at).split('\n').length
}

/** Keeps the length of a text. */
function toLookalike(text: string): string {
  return text
    .replaceAll(/[\u2018\u2019\u201A\u201B\u2032]/g, "'")
    .replaceAll(/[\u201C\u201D\u201E\u201F\u2033]/g, '"')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/[\u00A0\u2000-\u200A\u202F\u205F\u3000\t]/g, ' ')
}

const NOT_FOUND = { error: 'The text to replace is not in the file. Read it again.' }
const SAME_TEXT = { error: 'The new text is the same as the text to replace.' }
const ONLY_LINE_ENDS = {
  error:
    'The two texts differ in their line ends alone, and an edit keeps those of the file. Convert them with a command.',
}
