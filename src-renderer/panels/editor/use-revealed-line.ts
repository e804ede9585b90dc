import { useEffect } from 'react'
import type { PointedLine } from '../../client/selection.ts'

export interface Revealing<Editor> {
  readonly editor: Editor | undefined
  /** Shown once with each, and again when its text has been away. */
  readonly place: PointedLine | undefined
  readonly isThere: boolean
  /** Answers how to give it up, where that is not done at once. */
  readonly reveal: (editor: Editor, line: number) => (() => void) | undefined
}

/** Has an editor show the line that is pointed at. */
export function useRevealedLine<Editor>({
  editor,
  place,
  isThere,
  reveal,
}: Revealing<Editor>): void {
  useEffect(() => {
    return editor && place?.line && isThere ? reveal(editor, place.line) : undefined
  }, [editor, place, isThere, reveal])
}
