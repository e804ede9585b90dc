import type { Draft } from '../../client/drafts.ts'
import type { EditorLook } from '../../client/editor-look.ts'
import { type Base, useBase } from './use-base.ts'
import { type FileDocument, useFileDocument } from './use-file-document.ts'

/** A file at the playhead, and what it is compared with. */
export interface ShownText {
  readonly document: FileDocument
  readonly base: Base
  /** As the file holds it; absent where it has come to none, or has none. */
  readonly text: string | undefined
  /** What a draft is made from; absent where it could not be saved. */
  readonly saved: Draft | undefined
}

export function useShownText(path: string, look: EditorLook): ShownText {
  const document = useFileDocument(path)
  const own = document.type === 'text' ? document.text : undefined
  const base = useBase(path, own, look)
  // Of what is gone, a comparison shows all that went.
  const isGone = document.type === 'absent' && base.type === 'text' && base.text !== ''
  return { document, base, text: isGone ? '' : own, saved: savedOf(document) }
}

function savedOf(document: FileDocument): Draft | undefined {
  if (document.type !== 'text' || !document.hash) return undefined
  return { text: document.text, base: document.hash }
}
