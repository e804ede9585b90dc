import type { FilesState } from '#shared/projections/files.ts'
import { useIsLive, useLiveView, useSessionView } from '../../client/session-context.tsx'
import { sameFields, useProjection } from '../../client/use-projection.ts'
import { formatBytes, formatPath } from '../../ui/format.ts'
import { Empty, Failure, Loading } from '../../ui/notice.tsx'
import { tellAbsence } from './absence.ts'
import styles from './editor-panel.module.css'
import type { FileDocument } from './use-file-document.ts'

export interface WithoutTextProps {
  readonly path: string
  readonly document: FileDocument
}

/** What stands where a text would. */
export function WithoutText(props: WithoutTextProps) {
  return (
    <div className={styles.instead}>
      <WhyNot {...props} />
    </div>
  )
}

/** Why there is nothing to read, in words. */
function WhyNot({ path, document }: WithoutTextProps) {
  const name = formatPath(path)
  switch (document.type) {
    case 'text':
      return null
    case 'loading':
      return <Loading label={`Loading ${name}`} rows={6} />
    case 'absent':
      return <Absent path={path} name={name} />
    case 'binary':
      return <Empty>{name} is not text.</Empty>
    case 'too-large':
      return (
        <Empty>{`${name} is too large to be shown here: ${formatBytes(document.bytes)}.`}</Empty>
      )
    case 'not-recorded':
      return <Empty>What {name} held then was not recorded.</Empty>
    case 'failed':
      return <Failure>{document.message}</Failure>
  }
}

function Absent({ path, name }: { readonly path: string; readonly name: string }) {
  const isLive = useIsLive()
  const here = useProjection(useSessionView(), 'files', selectTouched, sameFields)
  const atEnd = useProjection(useLiveView(), 'files', selectTouched, sameFields)
  return <Empty>{tellAbsence(path, name, { here, atEnd, isLive })}</Empty>
}

const selectTouched = ({ touched }: FilesState) => ({ ...touched })
