export interface Replacement {
  readonly oldText: string
  readonly newText: string
  /** Every place, where there are several. */
  readonly all: boolean
}

export type Replaced =
  | { readonly text: string; readonly occurrences: number }
  | { readonly error: string }

/** Replaces an exact text. Fails where it is not there, or in several places without `all`. */
export function replaceText(text: string, { oldText, newText, all }: Replacement): Replaced {
  if (oldText === '') {
    if (text !== '') return { error: 'The text to replace is empty. Name the text to replace.' }
    return { text: newText, occurrences: 1 }
  }
  const parts = text.split(oldText)
  const occurrences = parts.length - 1
  if (occurrences === 0) return { error: 'The text to replace is not in the file. Read it again.' }
  if (occurrences > 1 && !all) {
    const error = `The text to replace is in the file ${occurrences} times. Add what stands around it, or set replace_all.`
    return { error }
  }
  return { text: parts.join(newText), occurrences }
}
