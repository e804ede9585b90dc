import type { Startable } from '#shared/contract/trust.ts'
import { showInvisible } from '#shared/lib/invisible-characters.ts'

export interface TrustRow extends Startable {
  /** The same after it has changed: its row stays the row it was. */
  readonly id: string
}

export function toTrustRows(startables: readonly Startable[]): readonly TrustRow[] {
  const counts = new Map<string, number>()
  return startables.map((startable) => {
    const { file, kind, name } = startable
    const place = JSON.stringify([file, kind, name])
    const nth = counts.get(place) ?? 0
    counts.set(place, nth + 1)
    return { ...startable, id: `${place} ${nth}` }
  })
}

/** A sentence that quotes at most one command. Nothing of it is left out, whatever the command holds. */
export function splitWords(words: string): {
  readonly before: string
  readonly command: string | undefined
  readonly after: string
} {
  const visible = showInvisible(words, 'name')
  const [, before, command, after] = /^([^`]*)`(.+)`([^`]*)$/.exec(visible) ?? []
  if (before === undefined) return { before: visible, command: undefined, after: '' }
  return { before, command, after: after ?? '' }
}
