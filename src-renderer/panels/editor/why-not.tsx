import type { FilesState } from '#shared/projections/files.ts'
import { useIsLive, useLiveView, useSessionView } from '../../client/session-context.tsx'
import { sameFields, useProjection } from '../../client/use-projection.ts'
import { formatBytes, formatPath } from '../../ui/format.ts'
import { Empty, Failure, Loading } from '../../ui/notice.tsx'
import { tellAbsence } from './absence.ts'
import { OpenOutside } from './open-outside.tsx'
import type { FileDocument } from './use-file-document.ts'

export interface WhyNotProps {
  readonly path: string
  readonly document: FileDocument
}

/** Why there is nothing to read, in words. */
export function WhyNot({ path, document }: WhyNotProps) {
  const name = formatPath(path)
  switch (document.type) {
    case 'text':
    case 'image':
      return null
    case 'loading':
      return <Loading label={`Loading ${name}`} rows={6} />
    case 'absent':
      return <Absent path={path} name={name} />
    case 'binary':
      return (
        <Empty action={<OpenOutside path={path} isProminent />}>
          {`${name} is not text: ${formatBytes(document.bytes)}.`}
        </Empty>
      )
    case 'too-large':
      return (
        <Empty action={<OpenOutside path={path} isProminent />}>
          {`${name} is too large to be shown here: ${formatBytes(document.bytes)}.`}
        </Empty>
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
