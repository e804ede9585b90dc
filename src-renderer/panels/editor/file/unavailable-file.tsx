import { ExternalLink } from 'lucide-react'
import { AppError } from '#shared/lib/app-error.ts'
import type { FilesState } from '#shared/projections/files.ts'
import { useHostQuery } from '../../../queries/host-query.ts'
import {
  useCommands,
  useIsLive,
  useLiveView,
  useSelection,
  useSessionView,
} from '../../../session/session-context.tsx'
import { sameFields, useProjection } from '../../../session/use-projection.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Empty, Failure, Loading } from '../../../ui/loading/notice.tsx'
import { useToasts } from '../../../ui/overlays/toasts.tsx'
import { formatBytes, formatPath } from '../../../ui/text/format.ts'
import { type FileDocument, tellAbsence } from './use-file-document.ts'

/** Why there is nothing to read, in words. */
export function WhyNot({
  path,
  document,
}: {
  readonly path: string
  readonly document: FileDocument
}) {
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

interface OpenOutsideProps {
  readonly path: string
  /** With words, where it is what can be done. */
  readonly isProminent?: boolean
}

/** Opens the file in the person's own editor, at the line one was led to. Absent in the past, and for what is not on the host's disk. */
export function OpenOutside({ path, isProminent }: OpenOutsideProps) {
  const editor = useHostQuery('host.describe', {}).data?.editor
  const commands = useCommands()
  const { path: chosen, line } = useSelection()
  const { tell } = useToasts()
  if (!editor || !commands || !path.startsWith('/workspace/')) return null
  const open = () => {
    commands
      .openOutside(path, chosen === path ? line : undefined)
      .catch((error: unknown) => tell({ text: AppError.toWire(error).message }))
  }
  const words = `Open in ${editor}, on the host’s machine`
  return isProminent ? (
    <Button onClick={open}>{words}</Button>
  ) : (
    <IconButton label={words} isSmall data-command="open-outside" onClick={open}>
      <ExternalLink aria-hidden />
    </IconButton>
  )
}
