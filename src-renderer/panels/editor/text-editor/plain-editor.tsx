import { useEffect } from 'react'
import { AuthorGutter } from '../authors/author-gutter.tsx'
import { FindingLayer } from '../findings/finding-layer.tsx'
import { editorOptions, ownKeysAttribute } from '../monaco/editor-options.ts'
import { monaco } from '../monaco/monaco-setup.ts'
import debugMarksStyles from './debug-marks.module.css'
import styles from './monaco-view.module.css'
import type { EditorProps } from './monaco-view.tsx'
import {
  colourWhatIsShown,
  listenToTyping,
  type OwnEditor,
  useEditable,
  useMaking,
  useModelText,
  useOwnEditor,
  useRevealedLine,
} from './own-editor.ts'
import type { DebugMarks } from './use-debug-marks.ts'

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

/** Marks the lines at which programs stand and would stop. Undone by what it answers. */
function paintDebugMarks(
  editor: monaco.editor.IStandaloneCodeEditor,
  { stopped, breakpoints }: DebugMarks,
): () => void {
  const marks = editor.createDecorationsCollection()
  const paint = () =>
    marks.set([
      ...breakpoints
        .filter((line) => !stopped.includes(line))
        .map((line) => ({ range: lineAt(line), options: BREAKPOINT })),
      ...stopped.map((line) => ({ range: lineAt(line), options: STOPPED })),
    ])
  paint()
  // They go with the text they were in.
  const listening = editor.onDidChangeModel(paint)
  return () => {
    listening.dispose()
    marks.clear()
  }
}

function lineAt(line: number): monaco.IRange {
  return new monaco.Range(line, 1, line, Number.MAX_SAFE_INTEGER)
}

const classOf = (name: string) => debugMarksStyles[name] ?? ''

const BREAKPOINT: monaco.editor.IModelDecorationOptions = {
  linesDecorationsClassName: classOf('breakpoint'),
}

const STOPPED: monaco.editor.IModelDecorationOptions = {
  isWholeLine: true,
  className: classOf('stopped'),
  linesDecorationsClassName: classOf('arrow'),
  // Told in words as well: neither its colour nor its place is all that says it.
  after: { content: '  ← stopped here', inlineClassName: classOf('words') },
  showIfCollapsed: true,
}
