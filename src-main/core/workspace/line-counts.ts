import { diffLines } from 'diff'
import { findText } from './text-format.ts'

export interface LineCounts {
  readonly added: number
  readonly removed: number
}

const NONE: LineCounts = { added: 0, removed: 0 }
/** Beyond these a comparison could hold the thread: lines are counted without their order. */
const EXACT_CHARACTERS = 256 * 1024
const EXACT_EDITS = 400

/** Lines a change added and removed. What is not text, or not recorded, has none. */
export function countLines(
  before: Uint8Array | undefined,
  after: Uint8Array | undefined,
): LineCounts {
  const old = before ? findText(before)?.text : ''
  const now = after ? findText(after)?.text : ''
  if (old === undefined || now === undefined || old === now) return NONE
  if (old === '') return { added: toLines(now).length, removed: 0 }
  if (now === '') return { added: 0, removed: toLines(old).length }
  return countExactly(old, now) ?? countUnordered(toLines(old), toLines(now))
}

function countExactly(old: string, now: string): LineCounts | undefined {
  if (old.length + now.length > EXACT_CHARACTERS) return undefined
  const parts = diffLines(old, now, { maxEditLength: EXACT_EDITS })
  if (!parts) return undefined
  const sum = (side: 'added' | 'removed') =>
    parts.reduce((lines, part) => lines + (part[side] ? part.count : 0), 0)
  return { added: sum('added'), removed: sum('removed') }
}

function countUnordered(old: readonly string[], now: readonly string[]): LineCounts {
  const left = new Map<string, number>()
  for (const line of old) left.set(line, (left.get(line) ?? 0) + 1)
  let kept = 0
  for (const line of now) {
    const count = left.get(line) ?? 0
    if (count === 0) continue
    left.set(line, count - 1)
    kept += 1
  }
  return { added: now.length - kept, removed: old.length - kept }
}

function toLines(text: string): readonly string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}
