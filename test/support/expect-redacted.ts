import { expect } from 'vitest'
import { Redaction } from '../../src-main/core/redaction/redaction.ts'

/** A text and the parts that redaction must remove from it. Without parts, the text must not change. */
export type Spelling = readonly [written: string, ...gone: readonly string[]]

/** Fails if redaction leaves one of the parts, or, without parts, changes the text. */
export function expectGone(written: string, gone: readonly string[]): void {
  const redacted = new Redaction([]).text(written)
  if (gone.length === 0) expect(redacted).toBe(written)
  for (const part of gone) expect(redacted, written).not.toContain(part)
}
