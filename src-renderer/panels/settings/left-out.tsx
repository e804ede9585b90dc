import { FileWarning } from 'lucide-react'
import styles from './settings.module.css'

export interface LeftOutProps {
  readonly files: readonly { readonly path: string; readonly error: string }[]
}

/** Files that are not what they should be: they harm nothing, and are never passed over in silence. */
export function LeftOut({ files }: LeftOutProps) {
  if (files.length === 0) return null
  return (
    <>
      <h4 className={styles.part}>Left out</h4>
      <ul className={styles.rows} aria-label="Files that were left out">
        {files.map(({ path, error }) => (
          <li key={path} className={styles.row}>
            <FileWarning className={styles.warn} aria-hidden="true" />
            <span className={styles.what}>
              <code title={path}>{path}</code>
              <small>{error}</small>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
