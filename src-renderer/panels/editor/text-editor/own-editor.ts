import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PointedLine } from '../../../session/selection.ts'
import { watchTheme } from '../../../ui/styles/theme.ts'
import { monaco } from '../monaco/monaco-setup.ts'
import type { Layer } from '../monaco/text-models.ts'
import type { EditorProps } from './monaco-view.tsx'

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

/** Tells what a person typed, and that they want it saved. */
export function listenToTyping(
  editor: monaco.editor.IStandaloneCodeEditor,
  { models, latest }: Pick<EditorProps, 'models' | 'latest'>,
): void {
  editor.onDidChangeModelContent(() => {
    if (!models.isSetting) latest.current.onEdit(editor.getValue())
  })
  editor.addCommand(monaco.KeyMod.CtrlCmd | monaco.KeyCode.KeyS, () => latest.current.onSave())
}

/** Has the model of a file hold what is to be shown of it; nothing is done while that is on its way. */
export function useModelText(
  { models, path }: EditorProps,
  layer: Layer,
  text: string | undefined,
): void {
  useEffect(() => {
    if (text !== undefined) models.get(layer, path, text)
  }, [models, layer, path, text])
}

interface Revealing<Editor> {
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

/** The last line in view may be half of one; the next is what a larger panel shows. */
const LINES_AHEAD = 2

/** All that is above a line has to be read to colour it: further down Monaco guesses first. */
const LAST_LINE = 5_000

/**
 * Colours what an editor shows as soon as it shows it. Monaco leaves the last line in view to a moment
 * in which the browser has nothing else to do, which is long in coming where much goes on.
 */
export function colourWhatIsShown(editor: monaco.editor.IStandaloneCodeEditor): void {
  const colour = () => colourVisibleLines(editor)
  const colourSoon = oncePerTask(colour)
  editor.onDidChangeModelContent(colourSoon)
  editor.onDidLayoutChange(colourSoon)
  editor.onDidScrollChange(colourSoon)
  const colourOnceItsLanguageIsThere = () => {
    colour()
    const language = editor.getModel()?.getLanguageId()
    // What can't be had of a language is told of by Monaco, which asks for it as well.
    if (language) monaco.editor.colorize('', language, {}).then(colour, () => undefined)
  }
  // With its colours Monaco forgets which words have which; it has the new ones a moment after this is told.
  editor.onDidDispose(watchTheme(() => queueMicrotask(colour)))
  editor.onDidChangeModel(colourOnceItsLanguageIsThere)
  editor.onDidChangeModelLanguage(colourOnceItsLanguageIsThere)
}

/** Before the next frame: another text is mostly shown at another place, and has been by then. */
function oncePerTask(act: () => void): () => void {
  let isAwaited = false
  return () => {
    if (isAwaited) return
    isAwaited = true
    queueMicrotask(() => {
      isAwaited = false
      act()
    })
  }
}

function colourVisibleLines(editor: monaco.editor.IStandaloneCodeEditor): void {
  const model = editor.getModel()
  const last = editor.getVisibleRanges().at(-1)?.endLineNumber
  if (!model || last === undefined || last > LAST_LINE) return
  // It is asked for the line's colours, and with them gives all lines above theirs.
  monaco.editor.colorizeModelLine(model, Math.min(last + LINES_AHEAD, model.getLineCount()))
}
