import { useEffect } from 'react'
import { AuthorGutter } from './author-gutter.tsx'
import { colourWhatIsShown } from './colour-what-is-shown.ts'
import { editorOptions } from './editor-options.ts'
import type { EditorProps } from './editor-props.ts'
import { FindingLayer } from './finding-layer.tsx'
import { listenToTyping } from './listen-to-typing.ts'
import { monaco } from './monaco-setup.ts'
import styles from './monaco-view.module.css'
import { ownKeysAttribute } from './own-keys.ts'
import { paintDebugMarks } from './paint-debug-marks.ts'
import { useModelText } from './use-model-text.ts'
import { type OwnEditor, useEditable, useMaking, useOwnEditor } from './use-own-editor.ts'
import { useRevealedLine } from './use-revealed-line.ts'

type Editor = monaco.editor.IStandaloneCodeEditor

/** A file by itself: its lines, who wrote them, and what is to be known of them. */
export function PlainEditor(props: EditorProps) {
  const { layer, text, isEditable, place, authors, onVisit, findings } = props
  const isThere = text !== undefined
  const own = useOwnEditor<Editor>()
  const { element, editor } = own
  useShownModel(own, props)
  useModelText(props, layer, text)
  useEditable(editor, isEditable)
  useRevealedLine({ editor, place, isThere, reveal: revealLine })
  useDebugPainting(own, props)
  useMaking(own, (within) => createEditor(within, props))
  return (
    <div className={styles.beside}>
      {authors && editor && (
        <AuthorGutter editor={editor} authors={authors} isHidden={!isThere} onVisit={onVisit} />
      )}
      <div ref={element} className={styles.place} hidden={!isThere} {...ownKeysAttribute} />
      {editor && text !== undefined && (
        <FindingLayer editor={editor} findings={findings} text={text} />
      )}
    </div>
  )
}

function createEditor(within: HTMLElement, props: EditorProps): Editor {
  const editor = monaco.editor.create(within, { ...editorOptions, model: null })
  listenToTyping(editor, props)
  colourWhatIsShown(editor)
  return editor
}

/** Has it show the file where it was left, and keeps that place when it goes. */
function useShownModel({ editor, current }: OwnEditor<Editor>, props: EditorProps): void {
  const { models, latest, layer, path, text } = props
  const isThere = text !== undefined
  useEffect(() => {
    if (!editor || editor !== current.current || !isThere) return undefined
    editor.setModel(models.get(layer, path, latest.current.text ?? ''))
    showPlace(editor, models.viewStateOf(layer, path))
    return () => models.keepViewState(layer, path, editor.saveViewState())
  }, [editor, current, models, latest, layer, path, isThere])
}

/** Where it was left; at its top where nobody was there yet. */
function showPlace(editor: Editor, left: monaco.editor.ICodeEditorViewState | undefined): void {
  if (left) editor.restoreViewState(left)
  else {
    editor.setScrollPosition({ scrollTop: 0, scrollLeft: 0 })
    editor.setPosition({ lineNumber: 1, column: 1 })
  }
}

function revealLine(editor: Editor, line: number): undefined {
  editor.revealLineInCenter(line)
}

function useDebugPainting({ editor, current }: OwnEditor<Editor>, props: EditorProps): void {
  const { debugMarks, text } = props
  const isThere = text !== undefined
  useEffect(() => {
    if (!editor || editor !== current.current || !isThere) return undefined
    return paintDebugMarks(editor, debugMarks)
  }, [editor, current, isThere, debugMarks])
}
