import { codeSpan, escapeWords } from '#shared/code-review/escape-markdown.ts'
import { tellPlace } from '#shared/code-review/review-words.ts'
import type { Severity } from '#shared/events/code-review.ts'
import styles from './findings.module.css'
import type { LocatedFinding } from './locate-findings.ts'
import { monaco } from './monaco-setup.ts'

type Editor = monaco.editor.IStandaloneCodeEditor

export interface PaintedFindings {
  readonly findings: readonly LocatedFinding[]
  /** In which they were located; the editor may come to hold it only later. */
  readonly text: string
  readonly onOpen: (finding: LocatedFinding) => void
}

/** Marks the lines that findings are about, the gravest of a line in its gutter. Undone by what it answers. */
export function paintFindings(
  editor: Editor,
  { findings, text, onOpen }: PaintedFindings,
): () => void {
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
