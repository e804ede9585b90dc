import type { PointedLine } from '../../client/selection.ts'
import type { AuthorGutterProps } from './author-gutter.tsx'
import type { FileFinding } from './locate-findings.ts'
import type { Layer, TextModels } from './text-models.ts'
import type { Authors } from './use-authors.ts'
import type { DebugMarks } from './use-debug-marks.ts'

export interface MonacoViewProps {
  readonly path: string
  readonly layer: Layer
  /** Whose undo history and place are kept: the opened files, and those with unsaved edits. */
  readonly kept: readonly string[]
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

/** What an editor is made with, plain or as a comparison; its texts are as Monaco holds them. */
export interface EditorProps extends MonacoViewProps {
  readonly models: TextModels
  /** As they were drawn last. */
  readonly latest: { readonly current: MonacoViewProps }
}
