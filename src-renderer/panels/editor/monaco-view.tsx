import { useEffect, useLayoutEffect, useRef } from 'react'
import { useKept } from '../../ui/kept.ts'
import { watchTheme } from '../../ui/watch-theme.ts'
import { DiffEditor } from './diff-editor.tsx'
import type { MonacoViewProps } from './editor-props.ts'
import { toModelText } from './model-text.ts'
import { applyMonacoTheme } from './monaco-setup.ts'
import { PlainEditor } from './plain-editor.tsx'
import { TextModels } from './text-models.ts'

/** Monaco, as a plain editor or as a comparison. */
export function MonacoView(asked: MonacoViewProps) {
  const { text, baseText } = asked
  const props = {
    ...asked,
    text: text && toModelText(text),
    baseText: baseText && toModelText(baseText),
  }
  const models = useKept(TextModels)
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    applyMonacoTheme()
    return watchTheme(applyMonacoTheme)
  }, [])
  // With each drawing: what was still shown when its tab was closed goes once another text has come.
  useEffect(() => models.keepOnly(new Set(asked.kept)))
  const shared = { ...props, models, latest }
  return props.isComparing ? <DiffEditor {...shared} /> : <PlainEditor {...shared} />
}
