import { structuredPatch } from 'diff'
import { useMemo } from 'react'
import { classNames } from './class-names.ts'
import styles from './line-diff.module.css'

export interface LineDiffProps {
  readonly before: string
  readonly after: string
}

interface Line {
  readonly id: string
  readonly type: 'added' | 'removed' | 'same' | 'gap'
  readonly text: string
}

/** What has changed between two texts, line by line with what stands around it. */
export function LineDiff({ before, after }: LineDiffProps) {
  const lines = useMemo(() => diffLines(before, after), [before, after])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <pre tabIndex={0} className={styles.lines}>
      {lines.map(({ id, type, text }) => (
        <span key={id} className={classNames(styles.line, styles[type])}>
          {text}
        </span>
      ))}
    </pre>
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
