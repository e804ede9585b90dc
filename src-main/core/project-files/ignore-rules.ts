/** The rules of one ignore file, and the folder that they are relative to. */
export interface IgnoreFile {
  /** Below the folder that all files are combined for; empty for that folder itself. */
  readonly folder: string
  readonly text: string
}

/** Combines ignore files, those that decide first at the end, into one for the folder above them. */
export function combineIgnoreFiles(files: readonly IgnoreFile[]): string {
  const rules = files.flatMap(({ folder, text }) =>
    toLines(text).map((line) => toRuleBelow(folder, line)),
  )
  return rules.length === 0 ? '' : `${rules.join('\n')}\n`
}

function toLines(text: string): readonly string[] {
  const lines = text.replace(/^\uFEFF/u, '').split(/\r?\n/u)
  return lines.filter((line) => !line.startsWith('#') && !/^!?\/?\s*$/u.test(line))
}

function toRuleBelow(folder: string, line: string): string {
  if (folder === '') return line
  const isNegated = line.startsWith('!')
  const pattern = isNegated ? line.slice(1) : line
  const isAnchored = pattern.replace(/\/\s*$/u, '').includes('/')
  const below = isAnchored ? pattern.replace(/^\//u, '') : `**/${pattern}`
  return `${isNegated ? '!' : ''}/${escapeRule(folder)}/${below}`
}

function escapeRule(folder: string): string {
  return folder.replaceAll(/[\\*?[\]{}]/gu, String.raw`\$&`)
}
