interface TitleParts {
  readonly verb: string
  readonly object: string
}

const verbs = new Set(['Read', 'Write', 'Edit', 'Delete', 'Search', 'Find', 'List', 'Fetch', 'Run'])

/** `Read src/a.ts` → what is done, and what with. A sentence that names no thing is told as a whole. */
export function splitTitle(title: string): TitleParts {
  const { verb, object } = splitVerb(title)
  // To somebody, not a file.
  const isSentence = !verbs.has(verb) || (verb === 'Write' && object.startsWith('to '))
  return isSentence ? { verb: title, object: '' } : { verb, object }
}

/** The first word, and the others. */
export function splitVerb(title: string): TitleParts {
  const space = title.indexOf(' ')
  if (space < 0) return { verb: title, object: '' }
  return { verb: title.slice(0, space), object: title.slice(space + 1).trim() }
}
