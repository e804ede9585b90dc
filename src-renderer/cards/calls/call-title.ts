interface TitleParts {
  readonly verb: string
  readonly object: string
}

const verbs: ReadonlySet<string> = new Set([
  'Read',
  'Write',
  'Edit',
  'Delete',
  'Search',
  'Find',
  'List',
  'Fetch',
  'Run',
  'Start',
  'Debug',
  'Evaluate',
  'Open',
  'Check',
])

/** `Read src/a.ts` → what is done, and what with. A sentence that names no thing is told as a whole. */
export function splitTitle(title: string): TitleParts {
  const { verb, object } = splitVerb(title)
  const isThing = verbs.has(verb) && !isProse(verb, object)
  return isThing ? { verb, object } : { verb: title, object: '' }
}

const commands: ReadonlySet<string> = new Set(['Run', 'Start'])

/** `the tests`, `to ada`, `what has changed`: words for people, where a thing’s own name would stand. */
function isProse(verb: string, object: string): boolean {
  if (/^(?:the|an?)\s/.test(object)) return true
  // A command may well begin so.
  return !commands.has(verb) && /^(?:to|for|what)\s|^\d+ files$/.test(object)
}

/** The first word, and the others. */
export function splitVerb(title: string): TitleParts {
  const space = title.indexOf(' ')
  if (space < 0) return { verb: title, object: '' }
  return { verb: title.slice(0, space), object: title.slice(space + 1).trim() }
}
