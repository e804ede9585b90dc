import { structuredPatch } from 'diff'
import { useMemo } from 'react'
import { trimSame } from '#shared/lib/trim-common-lines.ts'
import { classNames } from '../styles/class-names.ts'
import styles from './line-diff.module.css'

interface LineDiffProps {
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

/** Comparing texts that differ in more lines would freeze the window. */
const MAX_EDITS = 1000
const CONTEXT = 3

const types = { '+': 'added', '-': 'removed', ' ': 'same' } as const

function diffLines(before: string, after: string): readonly Line[] {
  const options = { context: CONTEXT, maxEditLength: MAX_EDITS }
  const patch = structuredPatch('', '', before, after, '', '', options)
  const hunks = patch?.hunks ?? [{ lines: replacedLines(before.split('\n'), after.split('\n')) }]
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

/** All that lies between the first and the last line that differ, as if it were replaced. */
function replacedLines(before: readonly string[], after: readonly string[]): readonly string[] {
  const { start, removed, added } = trimSame(before, after)
  const end = start + added.length
  return [
    ...after.slice(Math.max(0, start - CONTEXT), start).map((line) => ` ${line}`),
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
    ...after.slice(end, end + CONTEXT).map((line) => ` ${line}`),
  ]
}
