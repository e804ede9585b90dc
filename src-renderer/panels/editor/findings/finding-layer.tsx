import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { codeSpan, escapeWords } from '#shared/code-review/escape-markdown.ts'
import { tellPlace } from '#shared/code-review/format-review.ts'
import type { Severity } from '#shared/events/code-review.ts'
import { useSelection } from '../../../session/session-context.tsx'
import { monaco } from '../monaco/monaco-setup.ts'
import {
  type FileFinding,
  type LocatedFinding,
  locateFindings,
  locateNearest,
} from './file-findings.ts'
import { FindingZone } from './finding-zone.tsx'
import styles from './findings.module.css'

interface FindingLayerProps {
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

type Editor = monaco.editor.IStandaloneCodeEditor

interface PaintedFindings {
  readonly findings: readonly LocatedFinding[]
  /** In which they were located; the editor may come to hold it only later. */
  readonly text: string
  readonly onOpen: (finding: LocatedFinding) => void
}

/** Marks the lines that findings are about, the gravest of a line in its gutter. Undone by what it answers. */
function paintFindings(editor: Editor, { findings, text, onOpen }: PaintedFindings): () => void {
  const marks = editor.createDecorationsCollection()
  const paint = () =>
    marks.set([...gravestOfLines(findings).map(toGlyph), ...findings.map(toLines)])
  editor.updateOptions({ glyphMargin: findings.length > 0 })
  paint()
  const listening = [
    // They go with the text they were in.
    editor.onDidChangeModel(paint),
    // What was painted in the text before is carried along, to lines it is not about.
    editor.onDidChangeModelContent(() => {
      if (editor.getValue() === text) paint()
    }),
    editor.onMouseDown(({ target }) => {
      if (target.type !== monaco.editor.MouseTargetType.GUTTER_GLYPH_MARGIN) return
      const pressed = findings.find(({ from }) => from === target.position.lineNumber)
      if (pressed) onOpen(pressed)
    }),
  ]
  return () => {
    for (const each of listening) each.dispose()
    marks.clear()
  }
}

/** Comments are the gravest first: the first of a line stands for it. */
function gravestOfLines(findings: readonly LocatedFinding[]): readonly LocatedFinding[] {
  const byLine = new Map<number, LocatedFinding>()
  for (const finding of findings) {
    if (!byLine.has(finding.from)) byLine.set(finding.from, finding)
  }
  return [...byLine.values()]
}

function toLines({ from, to }: LocatedFinding): monaco.editor.IModelDeltaDecoration {
  return {
    range: new monaco.Range(from, 1, to, Number.MAX_SAFE_INTEGER),
    options: { isWholeLine: true, className: styles.line ?? '' },
  }
}

function toGlyph({ comment, from }: LocatedFinding): monaco.editor.IModelDeltaDecoration {
  const { severity, category } = comment
  return {
    range: new monaco.Range(from, 1, from, 1),
    options: {
      glyphMarginClassName: `${styles.glyph} ${classes[severity]}`,
      glyphMarginHoverMessage: {
        value: `${severity}: ${escapeWords(category)}, ${codeSpan(tellPlace(comment))}`,
      },
    },
  }
}

const classes: Readonly<Record<Severity, string>> = {
  critical: styles.critical ?? '',
  high: styles.high ?? '',
  medium: styles.medium ?? '',
  low: styles.low ?? '',
}
