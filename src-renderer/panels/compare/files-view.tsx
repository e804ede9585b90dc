import { useState } from 'react'
import type { FileRow } from '#shared/compare/compare-runs.ts'
import { tellFile } from '#shared/compare/difference-words.ts'
import type { FileContent } from '#shared/events/value.ts'
import type { SessionId } from '#shared/ids.ts'
import { useContentOf } from '../../client/documents.ts'
import type { RunPlace } from '../../client/run-place.ts'
import { formatPath } from '../../ui/format.ts'
import { LineDiff } from '../../ui/line-diff.tsx'
import { Empty, Loading } from '../../ui/notice.tsx'
import styles from './files.module.css'

export interface FilesViewProps {
  readonly files: readonly FileRow[]
  readonly left: RunPlace
  readonly right: RunPlace
}

/** Every file that either run changed, and how far their ends are apart. */
export function FilesView({ files, left, right }: FilesViewProps) {
  const first = files.find(({ difference }) => difference !== 'same') ?? files[0]
  const [path, setPath] = useState(first?.path)
  const shown = files.find((file) => file.path === path) ?? first
  if (!shown) return <Empty>Neither run changed a file.</Empty>
  return (
    <div className={styles.files}>
      <ul className={styles.fileList} aria-label="Changed files">
        {files.map((file) => (
          <li key={file.path}>
            <button
              type="button"
              aria-pressed={file === shown}
              className={styles.file}
              onClick={() => setPath(file.path)}
            >
              <span className={styles.path}>{formatPath(file.path)}</span>
              <span className={styles.facts}>{tellFile(file)}</span>
            </button>
          </li>
        ))}
      </ul>
      <FileEnds key={shown.path} file={shown} left={left.sessionId} right={right.sessionId} />
    </div>
  )
}

interface FileEndsProps {
  readonly file: FileRow
  readonly left: SessionId
  readonly right: SessionId
}

/** Both runs' ends of it; where only one changed it, what it was before and after. */
function FileEnds({ file, left, right }: FileEndsProps) {
  const [before, after] = endsOf(file)
  const old = useText(file.left ? left : right, before)
  const next = useText(file.right ? right : left, after)
  return (
    <section className={styles.ends} aria-label="Difference">
      <p className={styles.facts}>{introduce(file)}</p>
      <Difference old={old} next={next} />
    </section>
  )
}

/** `undefined` while it is fetched; `null` where it can't be shown. */
type Text = string | null | undefined

function Difference({ old, next }: { readonly old: Text; readonly next: Text }) {
  if (old === null || next === null) return <Empty>It is no text that was recorded.</Empty>
  if (old === undefined || next === undefined) return <Loading label="Loading the files" />
  if (old === next) return <Empty>No line differs.</Empty>
  return <LineDiff before={old} after={next} />
}

function endsOf({ left, right }: FileRow): readonly [FileContent | null, FileContent | null] {
  if (left && right) return [left.after, right.after]
  const only = left ?? right
  return [only?.before ?? null, only?.after ?? null]
}

function introduce({ difference }: FileRow): string {
  switch (difference) {
    case 'left-only':
      return 'Only the left run changed it: from what it was, to what it left.'
    case 'right-only':
      return 'Only the right run changed it: from what it was, to what it left.'
    case 'differs':
      return 'From what the left run left, to what the right run did.'
    case 'same':
      return 'Both left it the same.'
  }
}

/** A file that is not there is empty. */
function useText(sessionId: SessionId, content: FileContent | null): Text {
  const hash = content?.hash
  const { data, error } = useContentOf(sessionId, hash)
  if (content === null) return ''
  if (!hash || error || (data && data.type !== 'text')) return null
  return data?.text
}
