import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react'
import { useSelection } from '../../client/session-context.tsx'
import { FindingZone } from './finding-zone.tsx'
import { type FileFinding, type LocatedFinding, locateFindings } from './locate-findings.ts'
import type { monaco } from './monaco-setup.ts'
import { paintFindings } from './paint-findings.ts'

export interface FindingLayerProps {
  readonly editor: monaco.editor.IStandaloneCodeEditor
  readonly findings: readonly FileFinding[]
  /** As the editor shows it. */
  readonly text: string
}

/** What reviewers said of the lines in an editor: in its gutter and, of the one that is open, beneath its lines. */
export function FindingLayer({ editor, findings, text }: FindingLayerProps) {
  const { openFinding, select } = useSelection()
  const located = useMemo(() => locateFindings(findings, text), [findings, text])
  const turn = useEffectEvent(({ reviewId, index }: LocatedFinding) => {
    const isOpen = openFinding?.reviewId === reviewId && openFinding.comment === index
    select({ openFinding: isOpen ? undefined : { reviewId, comment: index } })
  })
  useEffect(() => paintFindings(editor, located, (finding) => turn(finding)), [editor, located])
  const open = located.find(
    ({ reviewId, index }) => reviewId === openFinding?.reviewId && index === openFinding.comment,
  )
  const modelId = useModelOf(editor, open && text)
  if (!open || !openFinding || modelId === undefined) return null
  return (
    <FindingZone
      key={`${modelId} ${open.reviewId} ${open.index}`}
      editor={editor}
      finding={open}
      asked={openFinding}
    />
  )
}

/** Absent while the editor holds another text: room is made in what it shows, which is drawn anew with each model. */
function useModelOf(
  editor: FindingLayerProps['editor'],
  text: string | undefined,
): string | undefined {
  const subscribe = useMemo(
    () => (onChange: () => void) => {
      const listening = editor.onDidChangeModel(onChange)
      return () => listening.dispose()
    },
    [editor],
  )
  return useSyncExternalStore(subscribe, () => {
    const model = text === undefined ? null : editor.getModel()
    return model?.getValue() === text ? model?.id : undefined
  })
}
