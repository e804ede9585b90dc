import { useEffect } from 'react'
import { colourWhatIsShown } from './colour-what-is-shown.ts'
import { editorOptions } from './editor-options.ts'
import type { EditorProps } from './editor-props.ts'
import { FindingLayer } from './finding-layer.tsx'
import { listenToTyping } from './listen-to-typing.ts'
import { monaco } from './monaco-setup.ts'
import styles from './monaco-view.module.css'
import { ownKeysAttribute } from './own-keys.ts'
import { useModelText } from './use-model-text.ts'
import { type OwnEditor, useEditable, useMaking, useOwnEditor } from './use-own-editor.ts'
import { useRevealedLine } from './use-revealed-line.ts'

type Editor = monaco.editor.IStandaloneDiffEditor

/** Below this width a comparison is shown in one column. */
const SIDE_BY_SIDE_PX = 900

/** A file and what it is compared with. */
export function DiffEditor(props: EditorProps) {
  const { layer, text, baseText, isEditable, place, findings } = props
  const isThere = text !== undefined && baseText !== undefined
  const own = useOwnEditor<Editor>()
  const { element, editor } = own
  useShownModels(own, props)
  useModelText(props, 'base', baseText)
  useModelText(props, layer, text)
  useEditable(editor, isEditable)
  useRevealedLine({ editor, place, isThere, reveal: revealLine })
  useMaking(own, (within) => createEditor(within, props))
  return (
    <>
      <div ref={element} className={styles.place} hidden={!isThere} {...ownKeysAttribute} />
      {editor && isThere && (
        <FindingLayer editor={editor.getModifiedEditor()} findings={findings} text={text} />
      )}
    </>
  )
}

function createEditor(within: HTMLElement, props: EditorProps): Editor {
  const editor = monaco.editor.createDiffEditor(within, {
    ...editorOptions,
    renderSideBySide: true,
    useInlineViewWhenSpaceIsLimited: true,
    renderSideBySideInlineBreakpoint: SIDE_BY_SIDE_PX,
    renderOverviewRuler: false,
    hideUnchangedRegions: { enabled: true },
  })
  listenToTyping(editor.getModifiedEditor(), props)
  colourWhatIsShown(editor.getOriginalEditor())
  colourWhatIsShown(editor.getModifiedEditor())
  return editor
}

function useShownModels({ editor, current }: OwnEditor<Editor>, props: EditorProps): void {
  const { models, latest, layer, path, text, baseText } = props
  const isThere = text !== undefined && baseText !== undefined
  useEffect(() => {
    if (!editor || editor !== current.current || !isThere) return
    const { text: now = '', baseText: then = '' } = latest.current
    const original = models.get('base', path, then)
    editor.setModel({ original, modified: models.get(layer, path, now) })
  }, [editor, current, models, latest, layer, path, isThere])
}

/** At once, and from where it is hidden once that is known: the two are compared elsewhere meanwhile. */
function revealLine(editor: Editor, line: number): (() => void) | undefined {
  const modified = editor.getModifiedEditor()
  modified.revealLineInCenter(line)
  if (editor.getLineChanges()) return uncover(modified, line)
  const comparing = editor.onDidUpdateDiff(() => {
    if (!editor.getLineChanges()) return
    comparing.dispose()
    uncover(modified, line)
  })
  return () => comparing.dispose()
}

/** Lines without changes are hidden until a cursor comes to one of them; one that is there already does not come. */
function uncover(editor: monaco.editor.IStandaloneCodeEditor, lineNumber: number): undefined {
  editor.setPosition({ lineNumber, column: Number.MAX_SAFE_INTEGER })
  editor.setPosition({ lineNumber, column: 1 })
  editor.revealLineInCenter(lineNumber)
}
