import type { Display, FailedTest } from '#shared/events/tool.ts'
import { findImage } from '../../queries/content-image.ts'
import { useSelection } from '../../session/session-context.tsx'
import { useContent } from '../../session/session-queries.ts'
import { Failure } from '../../ui/loading/notice.tsx'
import { formatBytes, formatCount, formatNumber, formatPath } from '../../ui/text/format.ts'
import styles from './shown-result.module.css'

/** What a call came to, where that is more than text, a change or a terminal. */
export function ShownResult({ display }: { readonly display: Display | undefined }) {
  switch (display?.type) {
    case 'image':
      return <ShownImage display={display} />
    case 'tests':
      return display.failures.length === 0 ? null : <FailedTests display={display} />
    case 'table':
      return <ShownTable display={display} />
    default:
      return null
  }
}

type Shown<Type extends Display['type']> = {
  readonly display: Extract<Display, { readonly type: Type }>
}

function ShownImage({ display: { content, mimeType } }: Shown<'image'>) {
  const { data, error } = useContent(content.hash)
  const image = data && findImage('', data)
  if (error) return <Failure>{error.message}</Failure>
  if (data && !image) return <Failure>The image can’t be shown: its content is not one.</Failure>
  return (
    <figure className={styles.figure}>
      {image && <img src={image.url} alt="What the call came to" />}
      <figcaption>
        {mimeType} · {formatBytes(content.size)}
      </figcaption>
    </figure>
  )
}

function FailedTests({ display: { failures, failed } }: Shown<'tests'>) {
  const more = failed - failures.length
  return (
    <ul className={styles.failures} aria-label="Tests that failed">
      {failures.map(({ name, message, path, line }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what a call came to never changes
        <li key={index}>
          <strong>{name}</strong>
          {path && <Place path={path} line={line} />}
          {message && <pre>{message}</pre>}
        </li>
      ))}
      {more > 0 && <li className={styles.left}>{formatNumber(more, 'more', 'more')} failed.</li>}
    </ul>
  )
}

/** Where it failed; leads there. */
function Place({ path, line }: Pick<FailedTest, 'line'> & { readonly path: string }) {
  const { select } = useSelection()
  const shown = `${formatPath(path)}${line ? `:${line}` : ''}`
  return (
    <button
      type="button"
      className={styles.place}
      title={`Show ${shown} in the editor`}
      onClick={() => select({ path, ...(line && { line }) })}
    >
      {shown}
    </button>
  )
}

/** Numbers are read from their end. */
function isOfNumbers(rows: readonly (readonly string[])[], column: number): boolean {
  return rows.every((row) => /^[\d.,]*(?: ?%)?$/.test(row[column] ?? ''))
}

function ShownTable({ display: { columns, rows, more } }: Shown<'table'>) {
  const sides = columns.map((_, index) => (isOfNumbers(rows, index) ? 'end' : 'start'))
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: what a call came to never changes
              <th key={index} scope="col" data-side={sides[index]}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what a call came to never changes
            <tr key={place}>
              {columns.map((_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: nor do its columns
                <td key={index} data-side={sides[index]}>
                  {row[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p className={styles.more}>{formatCount(more)} more rows are in the result.</p>}
    </div>
  )
}
