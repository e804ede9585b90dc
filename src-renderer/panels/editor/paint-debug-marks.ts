import styles from './debug-marks.module.css'
import { monaco } from './monaco-setup.ts'
import type { DebugMarks } from './use-debug-marks.ts'

/** Marks the lines at which programs stand and would stop. Undone by what it answers. */
export function paintDebugMarks(
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

const classOf = (name: string) => styles[name] ?? ''

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
