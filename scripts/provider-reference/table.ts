/** A table of Markdown. */
export function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows.map((row) => row.map(toCell))]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Returns text for a cell, where bars and line ends would break the table. */
function toCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ')
}

export function toCode(text: string): string {
  return `\`${text}\``
}

/** Returns text from a server, without what Markdown would read in it. */
export function toQuote(text: string): string {
  return text.replaceAll(/[<>*_`[\]\\]/g, (mark) => `\\${mark}`)
}
