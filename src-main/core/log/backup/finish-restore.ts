import { takeDraft } from '../replace-store.ts'

/** Where a backup is copied to before it takes a store's place. */
export function restoreDraftOf(file: string): string {
  return `${file}.restored`
}

/** After a restore that was cut off: ends it where the store was set aside by then. */
export function finishRestore(file: string, at: number): string | undefined {
  const isEnded = takeDraft({ file, draft: restoreDraftOf(file), why: 'replaced', at })
  if (!isEnded) return undefined
  return `A backup was being restored when Orrery ended. It is in place; what was there before is kept beside ${file}.`
}
