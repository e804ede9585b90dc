import { useEffect } from 'react'
import type { EditorProps } from './editor-props.ts'
import type { Layer } from './text-models.ts'

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
