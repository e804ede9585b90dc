import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { PointedLine } from '../../client/selection.ts'
import { useKept } from '../../ui/kept.ts'
import { watchTheme } from '../../ui/watch-theme.ts'
import { AuthorGutter, type AuthorGutterProps } from './author-gutter.tsx'
import { colourWhatIsShown } from './colour-what-is-shown.ts'
import { FindingLayer } from './finding-layer.tsx'
import type { FileFinding } from './locate-findings.ts'
import { applyMonacoTheme, monaco } from './monaco-setup.ts'
import styles from './monaco-view.module.css'
import { ownKeysAttribute } from './own-keys.ts'
import { paintDebugMarks } from './paint-debug-marks.ts'
import { type Layer, TextModels } from './text-models.ts'
import type { Authors } from './use-authors.ts'
import type { DebugMarks } from './use-debug-marks.ts'

export interface MonacoViewProps {
  readonly path: string
  readonly layer: Layer
  /** Absent while it is on its way, or is none: the editor stays, unseen. */
  readonly text: string | undefined
  readonly isComparing: boolean
  /** What it is compared with; absent while that is on its way. */
  readonly baseText: string | undefined
  readonly isEditable: boolean
  /** The line that is pointed at, anew with each time that it is. */
  readonly place: PointedLine | undefined
  /** Where programs stand, and would stop; never in a comparison. */
  readonly debugMarks: DebugMarks
  /** What reviewers said of its lines. */
  readonly findings: readonly FileFinding[]
  /** Shown beside the lines; never beside a comparison. */
  readonly authors?: Authors | undefined
  /** Goes to the instant at which a line was written. */
  readonly onVisit: AuthorGutterProps['onVisit']
  readonly onEdit: (text: string) => void
  readonly onSave: () => void
}

/** Below this width a comparison is shown in one column. */
const SIDE_BY_SIDE_PX = 900

const options = {
  automaticLayout: true,
  fontFamily: '"JetBrains Mono Variable", "JetBrains Mono", ui-monospace, monospace',
  fontSize: 12.5,
  lineHeight: 20,
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  renderLineHighlight: 'line',
  overviewRulerLanes: 0,
  hideCursorInOverviewRuler: true,
  padding: { top: 8, bottom: 8 },
  lineNumbersMinChars: 4,
  folding: false,
  // Monaco would ask where each line begins in the middle of every frame.
  guides: { indentation: false },
  glyphMargin: false,
  contextmenu: false,
  'bracketPairColorization.enabled': false,
  unicodeHighlight: { ambiguousCharacters: false },
  scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, useShadows: false },
  stickyScroll: { enabled: false },
} as const

/** Monaco, as a plain editor or as a comparison. */
export function MonacoView(props: MonacoViewProps) {
  const models = useKept(TextModels)
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    applyMonacoTheme()
    return watchTheme(applyMonacoTheme)
  }, [])
  const shared = { ...props, models, latest }
  return props.isComparing ? <DiffEditor {...shared} /> : <PlainEditor {...shared} />
}

interface EditorProps extends MonacoViewProps {
  readonly models: TextModels
  readonly latest: { readonly current: MonacoViewProps }
}

function PlainEditor(props: EditorProps) {
  const { models, latest, path, layer, text, isEditable, place, authors, onVisit } = props
  const { debugMarks, findings } = props
  const element = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<monaco.editor.IStandaloneCodeEditor>()
  const current = useRef(editor)
  const isThere = text !== undefined
  useEffect(() => {
    // A panel that has rested has the editor of before until it is drawn again.
    if (!editor || editor !== current.current || !isThere) return undefined
    editor.setModel(models.get(layer, path, latest.current.text ?? ''))
    showPlace(editor, models.viewStateOf(layer, path))
    return () => models.keepViewState(layer, path, editor.saveViewState())
  }, [editor, models, latest, layer, path, isThere])
  useEffect(() => {
    if (text !== undefined) models.get(layer, path, text)
  }, [models, layer, path, text])
  useEffect(() => {
    editor?.updateOptions({ readOnly: !isEditable, domReadOnly: !isEditable })
  }, [editor, isEditable])
  useEffect(() => {
    if (place?.line && isThere) editor?.revealLineInCenter(place.line)
  }, [editor, place, isThere])
  useEffect(() => {
    if (!editor || editor !== current.current || !isThere) return undefined
    return paintDebugMarks(editor, debugMarks)
  }, [editor, isThere, debugMarks])
  // Last, so that where it was left is asked of it before it goes.
  useEffect(() => {
    if (!element.current) return undefined
    const own = monaco.editor.create(element.current, { ...options, model: null })
    listen(own, models, latest)
    colourWhatIsShown(own)
    current.current = own
    setEditor(own)
    return () => {
      current.current = undefined
      own.dispose()
    }
  }, [models, latest])
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

function DiffEditor(props: EditorProps) {
  const { models, latest, path, layer, text, baseText, isEditable, findings } = props
  const isThere = text !== undefined && baseText !== undefined
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<monaco.editor.IStandaloneDiffEditor>(undefined)
  const [modified, setModified] = useState<monaco.editor.IStandaloneCodeEditor>()
  useEffect(() => {
    if (!place.current) return undefined
    const own = monaco.editor.createDiffEditor(place.current, {
      ...options,
      renderSideBySide: true,
      useInlineViewWhenSpaceIsLimited: true,
      renderSideBySideInlineBreakpoint: SIDE_BY_SIDE_PX,
      renderOverviewRuler: false,
      hideUnchangedRegions: { enabled: true },
    })
    listen(own.getModifiedEditor(), models, latest)
    colourWhatIsShown(own.getOriginalEditor())
    colourWhatIsShown(own.getModifiedEditor())
    editor.current = own
    setModified(own.getModifiedEditor())
    return () => {
      setModified(undefined)
      own.dispose()
    }
  }, [models, latest])
  useEffect(() => {
    const { text: now = '', baseText: then = '' } = latest.current
    if (!isThere) return
    const original = models.get('base', path, then)
    editor.current?.setModel({ original, modified: models.get(layer, path, now) })
  }, [models, latest, layer, path, isThere])
  useEffect(() => {
    if (text === undefined || baseText === undefined) return
    models.get('base', path, baseText)
    models.get(layer, path, text)
  }, [models, layer, path, text, baseText])
  useEffect(() => {
    editor.current?.updateOptions({ readOnly: !isEditable })
  }, [isEditable])
  return (
    <>
      <div ref={place} className={styles.place} hidden={!isThere} {...ownKeysAttribute} />
      {modified && isThere && <FindingLayer editor={modified} findings={findings} text={text} />}
    </>
  )
}

/** Where it was left; at its top where nobody was there yet. */
function showPlace(
  editor: monaco.editor.IStandaloneCodeEditor,
  left: monaco.editor.ICodeEditorViewState | undefined,
): void {
  if (left) editor.restoreViewState(left)
  else {
    editor.setScrollPosition({ scrollTop: 0, scrollLeft: 0 })
    editor.setPosition({ lineNumber: 1, column: 1 })
  }
}

/** Tells what a person typed, and that they want it saved. */
function listen(
  editor: monaco.editor.IStandaloneCodeEditor,
  models: TextModels,
  latest: EditorProps['latest'],
): void {
  editor.onDidChangeModelContent(() => {
    if (!models.isSetting) latest.current.onEdit(editor.getValue())
  })
  editor.addCommand(monaco.KeyMod.CtrlCmd | monaco.KeyCode.KeyS, () => latest.current.onSave())
}
