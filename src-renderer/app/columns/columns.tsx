import { Fragment } from 'react'
import { Group, Panel, Separator } from 'react-resizable-panels'
import { Column, type ColumnProps } from './column.tsx'
import styles from './columns.module.css'

/** Sessions side by side, each as wide as a person makes it. */
export function Columns({ columns }: { readonly columns: readonly ColumnProps[] }) {
  return (
    <Group orientation="horizontal" className={styles.group}>
      {columns.map((column, index) => {
        const { sessionId } = column.session
        return (
          <Fragment key={sessionId}>
            {index > 0 && (
              <Separator
                className={styles.vertical}
                aria-label={`Width of the session in column ${index}`}
              />
            )}
            <Panel id={sessionId} minSize={280} className={styles.panel}>
              <Column {...column} />
            </Panel>
          </Fragment>
        )
      })}
    </Group>
  )
}
