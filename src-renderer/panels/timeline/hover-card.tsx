import { useSyncExternalStore } from 'react'
import { loadedLater } from '../../ui/loaded-later.tsx'
import styles from './hover-card.module.css'
import type { Hovering } from './hovering.ts'

/** They come with the first. */
const HoverFacts = loadedLater(async () => (await import('./hover-facts.tsx')).HoverFacts)

const CARD_PX = 280
/** With three lines. */
const CARD_TALL_PX = 84
const GAP_PX = 10

/** Names what is under the pointer: how long it took, its tokens and its cost. */
export function HoverCard({ hovering }: { readonly hovering: Hovering }) {
  const hovered = useSyncExternalStore(hovering.subscribe, hovering.state)
  if (!hovered) return null
  const { hit, x, y, width } = hovered
  const isOfLane = hit.type === 'span' || hit.type === 'rest'
  const isBelow = !isOfLane || y < CARD_TALL_PX
  return (
    <div
      className={isBelow ? styles.below : styles.card}
      style={{ ...besides(x, width), '--pointer-y': `${y}px` }}
      aria-hidden
    >
      <HoverFacts hovered={hovered} />
    </div>
  )
}

/** At the side of the pointer that has room for it. */
function besides(x: number, width: number): { readonly left: number } | { readonly right: number } {
  if (x + CARD_PX + 2 * GAP_PX <= width) return { left: Math.max(GAP_PX, x + GAP_PX) }
  return { right: Math.max(GAP_PX, width - x + GAP_PX) }
}
