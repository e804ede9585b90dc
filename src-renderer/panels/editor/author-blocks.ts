import type { Author, AuthorStretch } from '#shared/authors/line-authors.ts'

/** Lines of one author, counted from 1. */
export interface AuthorBlock {
  readonly author: Author
  readonly from: number
  readonly to: number
}

export function toBlocks(stretches: readonly AuthorStretch[]): readonly AuthorBlock[] {
  let line = 1
  return stretches.map(({ author, lines }) => {
    const from = line
    line += lines
    return { author, from, to: line - 1 }
  })
}
