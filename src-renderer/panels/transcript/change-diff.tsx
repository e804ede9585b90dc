import { structuredPatch } from 'diff'
import { useMemo } from 'react'
import type { FileContent } from '#shared/events/value.ts'
import { useBlobText } from '../../client/documents.ts'
import { classNames } from '../../ui/class-names.ts'
import { formatPath } from '../../ui/format.ts'
import styles from './change-diff.module.css'

export interface ChangeDiffProps {
  readonly path: string
  readonly before: FileContent | null
  readonly after: FileContent
}

interface Line {
  readonly id: string
  readonly type: 'added' | 'removed' | 'same' | 'gap'
  readonly text: string
}

/** A change that was proposed, line by line with what stands around it. */
export function ChangeDiff({ path, before, after }: ChangeDiffProps) {
  const old = useBlobText(before?.hash)
  const next = useBlobText(after.hash)
  const isKnown = next.text !== undefined && (before === null || old.text !== undefined)
  const lines = useMemo(
    () => (isKnown ? diffLines(old.text ?? '', next.text ?? '') : undefined),
    [isKnown, old.text, next.text],
  )
  return (
    <div className={styles.diff}>
      <p className={styles.path} title={path}>
        {formatPath(path)}
        {before === null && <span> new file</span>}
      </p>
      {lines ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        <pre tabIndex={0}>
          {lines.map(({ id, type, text }) => (
            <span key={id} className={classNames(styles.line, styles[type])}>
              {text}
            </span>
          ))}
        </pre>
      ) : (
        <p className={styles.unknown}>
          {next.error || next.notText ? 'The change cannot be shown.' : 'Loading the change'}
        </p>
      )}
    </div>
  )
}

const types = { '+': 'added', '-': 'removed', ' ': 'same' } as const

function diffLines(before: string, after: string): readonly Line[] {
  const { hunks } = structuredPatch('', '', before, after, '', '', { context: 3 })
  return hunks.flatMap(({ lines }, hunk) => {
    const drawn = lines.flatMap((line, index): readonly Line[] => {
      const sign = line[0]
      if (sign !== '+' && sign !== '-' && sign !== ' ') return []
      return [{ id: `${hunk}-${index}`, type: types[sign], text: `${line}\n` }]
    })
    const gap: Line = { id: `${hunk}`, type: 'gap', text: '⋯\n' }
    return hunk === 0 ? drawn : [gap, ...drawn]
  })
}
