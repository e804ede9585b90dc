import type { AgentTerminal } from '#shared/projections/terminals.ts'
import { outputOf, textOf } from './terminal-list.ts'

/** How to get a screen from what it shows of an agent's commands to what it is to show. */
type OutputChange =
  | { readonly type: 'none' }
  | { readonly type: 'append'; readonly text: string }
  | { readonly type: 'rewrite'; readonly text: string }

/** How much of the seam between two outputs is compared, where the kept output has lost its beginning. */
const SEAM = 512

/** Going forward appends; going back, or to another agent, writes anew. */
export function outputChange(
  shown: readonly AgentTerminal[],
  wanted: readonly AgentTerminal[],
): OutputChange {
  const added = findAdded(shown, wanted)
  if (added === undefined) return { type: 'rewrite', text: outputOf(wanted) }
  return added === '' ? { type: 'none' } : { type: 'append', text: added }
}

/** What is printed below what is shown; `undefined` where that is no longer so. What a screen has no room for goes by itself. */
function findAdded(
  shown: readonly AgentTerminal[],
  wanted: readonly AgentTerminal[],
): string | undefined {
  const first = shown.findIndex(({ spanId }) => spanId === wanted[0]?.spanId)
  if (first < 0 && shown.length > 0) return undefined
  const kept = shown.slice(Math.max(0, first))
  const last = kept.length - 1
  if (kept.length > wanted.length) return undefined
  const added = kept.map((terminal, place) => {
    const next = wanted[place]
    if (next === terminal && place < last) return ''
    if (next?.spanId !== terminal.spanId) return undefined
    return addedTo(textOf(terminal, place === last), textOf(next, place === wanted.length - 1))
  })
  // Only what is printed last can be gone on with.
  if (added.some((text, place) => text === undefined || (text !== '' && place < last))) {
    return undefined
  }
  return `${added.at(-1) ?? ''}${outputOf(wanted.slice(kept.length))}`
}

/** A kept output that has lost its beginning goes on where the end of the shown one is found in it. */
function addedTo(shown: string, wanted: string): string | undefined {
  if (wanted.startsWith(shown)) return wanted.slice(shown.length)
  if (shown.length < SEAM) return undefined
  const index = wanted.lastIndexOf(shown.slice(-SEAM))
  if (index <= 0 || !shown.endsWith(wanted.slice(0, index + SEAM))) return undefined
  return wanted.slice(index + SEAM)
}
