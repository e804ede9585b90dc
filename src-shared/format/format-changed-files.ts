interface ChangedFiles {
  /** The first of them. */
  readonly files: readonly string[]
  readonly count: number
}

const MAX_NAMED = 10

/** Formats the files that changed since a person gave trust as one sentence. */
export function formatChangedFiles({ files, count }: ChangedFiles): string {
  const named = files.slice(0, MAX_NAMED)
  const more = count - named.length
  const list = more > 0 ? [...named, `${more} more`] : named
  const noun = count === 1 ? '1 file has' : `${count} files have`
  return `${noun} changed since you trusted it: ${join(list)}.`
}

function join(parts: readonly string[]): string {
  const before = parts.slice(0, -1).join(', ')
  return [before, ...parts.slice(-1)].filter(Boolean).join(' and ')
}
