import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { monaco } from './monaco-setup.ts'

/** An editor that a component makes, and the element it is in. */
export interface OwnEditor<Editor> {
  readonly element: RefObject<HTMLDivElement | null>
  /** Absent until it is made. A panel that has rested has the one of before until it is drawn again. */
  readonly editor: Editor | undefined
  /** The one that is there now. */
  readonly current: RefObject<Editor | undefined>
  readonly setEditor: (editor: Editor) => void
}

/** To be made by `useMaking`. */
export function useOwnEditor<Editor>(): OwnEditor<Editor> {
  const element = useRef<HTMLDivElement>(null)
  const current = useRef<Editor>(undefined)
  const [editor, setEditor] = useState<Editor>()
  return { element, editor, current, setEditor }
}

/** For as long as it is drawn. To be called last: where an editor was left is asked of it before it goes. */
export function useMaking<Editor extends monaco.IDisposable>(
  { element, current, setEditor }: OwnEditor<Editor>,
  create: (element: HTMLElement) => Editor,
): void {
  const make = useEffectEvent(create)
  useEffect(() => {
    if (!element.current) return undefined
    const own = make(element.current)
    current.current = own
    setEditor(own)
    return () => {
      current.current = undefined
      own.dispose()
    }
  }, [element, current, setEditor])
}

/** Whether what is in an editor can be changed. */
export function useEditable(
  editor: Pick<monaco.editor.IEditor, 'updateOptions'> | undefined,
  isEditable: boolean,
): void {
  useEffect(() => {
    editor?.updateOptions({ readOnly: !isEditable, domReadOnly: !isEditable })
  }, [editor, isEditable])
}
