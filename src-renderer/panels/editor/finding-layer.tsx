import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { useSelection } from '../../client/session-context.tsx'
import { FindingZone } from './finding-zone.tsx'
import {
  type FileFinding,
  type LocatedFinding,
  locateFindings,
  locateNearest,
} from './locate-findings.ts'
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
  useEffect(() => {
    // Of most files nobody has said anything: each key there would be looked at for nothing.
    if (located.length === 0) return undefined
    return paintFindings(editor, { findings: located, text, onOpen: (finding) => turn(finding) })
  }, [editor, located, text])
  const isAsked = ({ reviewId, index }: FileFinding) =>
    reviewId === openFinding?.reviewId && index === openFinding.comment
  const asked = findings.find(isAsked)
  useClosing(editor, asked)
  const open = located.find(isAsked) ?? (asked && locateNearest(asked, text))
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

/** Once it is settled, it is done with; what was settled before can be looked at. */
function useClosing(editor: FindingLayerProps['editor'], asked: FileFinding | undefined): void {
  const { openFinding, select } = useSelection()
  const settled = asked ? (asked.comment.settled ?? 'open') : undefined
  const [known, know] = useState({ openFinding, settled })
  const isDone = known.openFinding === openFinding && known.settled === 'open' && isSettled(settled)
  if (!isDone && (known.openFinding !== openFinding || known.settled !== settled)) {
    know({ openFinding, settled })
  }
  const close = useEffectEvent(() => {
    // The button by which it was settled went, and the focus with it.
    const { activeElement } = document
    if (activeElement === document.body || activeElement?.closest('[data-finding-zone]')) {
      editor.focus()
    }
    select({ openFinding: undefined })
  })
  useEffect(() => {
    if (isDone) close()
  }, [isDone])
}

function isSettled(settled: string | undefined): boolean {
  return settled !== undefined && settled !== 'open'
}

/** Absent while the editor holds another text: room is made in what it shows, which is drawn anew with each model. */
function useModelOf(
  editor: FindingLayerProps['editor'],
  text: string | undefined,
): string | undefined {
  const subscribe = useMemo(
    () => (onChange: () => void) => {
      const listening = new DisposableStack()
      const changes = [editor.onDidChangeModel(onChange), editor.onDidChangeModelContent(onChange)]
      for (const change of changes) listening.defer(() => change.dispose())
      return () => listening.dispose()
    },
    [editor],
  )
  return useSyncExternalStore(subscribe, () => {
    const model = text === undefined ? null : editor.getModel()
    return model?.getValue() === text ? model?.id : undefined
  })
}
