import { ExternalLink } from 'lucide-react'
import { AppError } from '#shared/error.ts'
import { useHostDescription } from '../../client/documents.ts'
import { useCommands, useSelection } from '../../client/session-context.tsx'
import { useToasts } from '../../client/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

export interface OpenOutsideProps {
  readonly path: string
  /** With words, where it is what can be done. */
  readonly isProminent?: boolean
}

/** Opens the file in the person's own editor, at the line one was led to. Absent in the past, and for what is not on the host's disk. */
export function OpenOutside({ path, isProminent }: OpenOutsideProps) {
  const editor = useHostDescription().data?.editor
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
