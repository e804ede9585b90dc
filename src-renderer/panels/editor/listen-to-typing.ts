import type { EditorProps } from './editor-props.ts'
import { monaco } from './monaco-setup.ts'

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
