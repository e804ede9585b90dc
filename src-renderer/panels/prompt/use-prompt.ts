import { useState } from 'react'
import { useCommands, useSessionId } from '../../client/session-context.tsx'
import { useCommand } from '../../client/use-command.ts'
import { useTree } from '../../client/use-tree.ts'
import { keepDraft, readDraft } from './drafts.ts'
import { mentionedPaths } from './mentions.ts'
import { type Attached, toAttachment } from './pasted-images.ts'

export interface Prompt {
  readonly text: string
  readonly attachments: readonly Attached[]
  /** The project's files, as agents see their paths. */
  readonly paths: readonly string[]
  readonly isSending: boolean
  readonly error: string | undefined
  readonly canSend: boolean
  write(text: string): void
  attach(files: readonly File[]): Promise<void>
  detach(attachment: Attached): void
  send(whileRunning: 'queue' | 'stop'): Promise<void>
}

/** What is being written in this session, and its sending. */
export function usePrompt(): Prompt {
  const sessionId = useSessionId()
  const [text, setText] = useState(() => readDraft(sessionId))
  const [attachments, setAttachments] = useState<readonly Attached[]>([])
  const paths = (useTree().files ?? []).map(({ path }) => path)
  const send = useCommand(useCommands()?.send)
  const write = (next: string) => {
    setText(next)
    keepDraft(sessionId, next)
  }
  return {
    text,
    attachments,
    paths,
    isSending: send.isRunning,
    error: send.error,
    canSend: send.run !== undefined && text.trim() !== '' && !send.isRunning,
    write,
    attach: async (files) => {
      const added = await Promise.all(files.map((file, index) => toAttachment(file, index + 1)))
      setAttachments((known) => [...known, ...added])
    },
    detach: (gone) => setAttachments((known) => known.filter((one) => one !== gone)),
    send: async (whileRunning) => {
      const files = [...mentionedPaths(text, new Set(paths))]
      const isTaken = await send.run?.({
        text: text.trim(),
        attachments: [...attachments],
        files,
        whileRunning,
      })
      if (!isTaken) return
      write('')
      setAttachments([])
    },
  }
}
