import { AppError } from '#shared/error.ts'
import { splitLines } from '#shared/review/line-ends.ts'
import type { DamagedLine } from '../text-encoding.ts'

const INVALID = '\uFFFD'

/**
 * Encodes a text in UTF-8 with the bytes of its damaged lines as their file had them. Throws
 * `invalid-input` for a line with U+FFFD that was changed, or of which one of several copies is gone: its
 * bytes are unknown.
 */
export function encodeDamaged(
  text: string,
  damaged: readonly DamagedLine[],
  path: string,
): Uint8Array {
  const lines = splitLines(text)
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line.text, (counts.get(line.text) ?? 0) + 1)
  const left = Map.groupBy(damaged, (line) => line.text)
  const isSame = (known: readonly DamagedLine[]) =>
    known.every(({ bytes }) => Buffer.compare(bytes, known[0]?.bytes ?? bytes) === 0)
  const known = new Map(
    [...left].filter(([line, all]) => all.length === counts.get(line) || isSame(all)),
  )
  const parts = lines.flatMap(({ text: line, end }, index) => {
    if (!line.includes(INVALID)) return [Buffer.from(line + end)]
    const all = known.get(line)
    const next = all && all.length > 1 ? all.shift() : all?.[0]
    if (!next) throw refuseDamaged(path, index + 1)
    return [next.bytes, Buffer.from(end)]
  })
  return Buffer.concat(parts)
}

function refuseDamaged(path: string, line: number): AppError {
  return new AppError(
    'invalid-input',
    `Line ${line} of ${path} has bytes that are not UTF-8, shown as “${INVALID}”. They are kept only if the line isn't changed. Undo the change of this line, replace each “${INVALID}” in it, or convert the whole file to UTF-8.`,
  )
}
