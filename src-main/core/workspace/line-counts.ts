import { diffArrays } from 'diff'
import { splitLines } from '#shared/review/line-ends.ts'
import { decodeText } from '../detect-encoding.ts'
import type { Encoding, RawText } from '../text-encoding.ts'

export interface LineCounts {
  readonly added: number
  readonly removed: number
}

const NONE: LineCounts = { added: 0, removed: 0 }
/** Beyond these a comparison could hold the thread: lines are counted without their order. */
const EXACT_CHARACTERS = 256 * 1024
const EXACT_EDITS = 400

/**
 * Lines a change added and removed, as their file has them: a line with another end, or in another
 * encoding, is another one. What is not text, or not recorded, has none.
 */
export async function countLines(
  before: Uint8Array | undefined,
  after: Uint8Array | undefined,
): Promise<LineCounts> {
  const old = before ? await decodeText(before) : EMPTY
  const now = after ? await decodeText(after) : EMPTY
  if (old === undefined || now === undefined) return NONE
  const [oldLines, newLines] = toComparable({ old, now, before, after })
  if (oldLines.length === 0) return { added: newLines.length, removed: 0 }
  if (newLines.length === 0) return { added: 0, removed: oldLines.length }
  return countExactly(oldLines, newLines) ?? countUnordered(oldLines, newLines)
}

const EMPTY: RawText = { raw: '', encoding: 'UTF-8' }

interface Compared {
  readonly old: RawText
  readonly now: RawText
  readonly before: Uint8Array | undefined
  readonly after: Uint8Array | undefined
}

/** Lines that are equal where their bytes are. */
function toComparable({ old, now, before, after }: Compared) {
  if (old.encoding === now.encoding) return [toLines(old.raw), toLines(now.raw)] as const
  if (!isWide(old.encoding) && !isWide(now.encoding)) {
    return [toLines(toBytes(before)), toLines(toBytes(after))] as const
  }
  const named = ({ raw, encoding }: RawText) => toLines(raw).map((line) => `${encoding}:${line}`)
  return [named(old), named(now)] as const
}

/** A character of ASCII takes more than its byte. */
function isWide(encoding: Encoding): boolean {
  return encoding.startsWith('UTF-16') || encoding.startsWith('UTF-32')
}

function toBytes(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString('latin1')
}

function countExactly(old: readonly string[], now: readonly string[]): LineCounts | undefined {
  const characters = [...old, ...now].reduce((sum, line) => sum + line.length, 0)
  if (characters > EXACT_CHARACTERS) return undefined
  const parts = diffArrays([...old], [...now], { maxEditLength: EXACT_EDITS })
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
  const lines = splitLines(text).map((line) => line.text + line.end)
  if (lines.at(-1) === '') lines.pop()
  return lines
}
