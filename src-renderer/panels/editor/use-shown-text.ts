import type { Draft } from '../../client/drafts.ts'
import type { EditorLook } from '../../client/editor-look.ts'
import type { Image } from '../../client/find-image.ts'
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
  /** What it can be seen as; in a comparison and beside authors, text is text. */
  readonly image: Image | undefined
}

export function useShownText(path: string, look: EditorLook): ShownText {
  const document = useFileDocument(path)
  const own = textOf(document)
  const whole = useBase(path, own, look)
  const isCut = document.type === 'too-large' && whole.type !== 'nothing'
  const base = isCut ? TOO_LARGE : whole
  // Of what is gone, a comparison shows all that went.
  const isGone = document.type === 'absent' && base.type === 'text' && base.text !== ''
  const isPlain = whole.type === 'nothing' && !look.showsAuthors
  return {
    document,
    base,
    text: isGone ? '' : own,
    saved: savedOf(document),
    image: imageOf(document, isPlain),
  }
}

const TOO_LARGE: Base = { type: 'cannot', why: 'The file is too large to be compared.' }

/** Of what is too large, its beginning. */
function textOf(document: FileDocument): string | undefined {
  if (document.type === 'text') return document.text
  return document.type === 'too-large' ? document.head : undefined
}

function imageOf(document: FileDocument, isPlain: boolean): Image | undefined {
  if (document.type === 'image') return document.image
  return document.type === 'text' && isPlain ? document.image : undefined
}

function savedOf(document: FileDocument): Draft | undefined {
  if (document.type !== 'text' || !document.hash) return undefined
  return { text: document.text, base: document.hash }
}
