import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import type { SpanId } from '#shared/ids.ts'

/** How a person looks at the timeline, beside zoom and place. */
export interface Look {
  readonly collapsed: ReadonlySet<SpanId>
  /** The field is there, even if nothing is written in it. */
  readonly isFiltering: boolean
  readonly filter: string
  /** Lanes in which nothing matches are left out. */
  readonly isMatchedOnly: boolean
  readonly isTree: boolean
  readonly isWasteShown: boolean
  /** Lanes are tinted by how much of the waste is theirs. */
  readonly isTinted: boolean
}

const plain: Look = {
  collapsed: new Set(),
  isFiltering: false,
  filter: '',
  isMatchedOnly: false,
  isTree: false,
  isWasteShown: false,
  isTinted: false,
}

export interface LookControls {
  readonly look: Look
  /** What is absent stays as it is. */
  change(change: Partial<Look>): void
}

export function useLook(): LookControls {
  const [look, setLook] = useState(plain)
  return { look, change: (change) => setLook((before) => ({ ...before, ...change })) }
}

/** Opens the field in which the timeline is filtered. What is typed right behind is for it, however busy the page is. */
export function openFilter(
  change: LookControls['change'],
  field: RefObject<HTMLInputElement | null>,
): void {
  flushSync(() => change({ isFiltering: true }))
  field.current?.focus()
  field.current?.select()
  // What was open above gives the focus back as it closes.
  requestAnimationFrame(() => field.current?.focus())
}

export function toggled(all: ReadonlySet<SpanId>, id: SpanId): ReadonlySet<SpanId> {
  const next = new Set(all)
  if (!next.delete(id)) next.add(id)
  return next
}
