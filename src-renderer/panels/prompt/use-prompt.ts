import { useState } from 'react'
import type { Playbook } from '#shared/contract/agents.ts'
import { AppError } from '#shared/error.ts'
import { usePlaybooks } from '../../client/documents.ts'
import type { Attached } from '../../client/image-attachments.ts'
import type { SessionCommands } from '../../client/session-commands.ts'
import { useCommands, usePromptDraft } from '../../client/session-context.tsx'
import { useCommand } from '../../client/use-command.ts'
import { useTree } from '../../client/use-tree.ts'
import { mentionedPaths } from './mentions.ts'
import { type NextModel, useNextModel } from './use-next-model.ts'

export interface Prompt {
  readonly text: string
  readonly attachments: readonly Attached[]
  /** The project's files, as agents see their paths. */
  readonly paths: readonly string[]
  /** Ways of working that a prompt can begin with. */
  readonly playbooks: readonly Playbook[]
  readonly isSending: boolean
  readonly error: string | undefined
  readonly model: NextModel
  readonly canSend: boolean
  write(text: string): void
  attach(files: readonly File[]): Promise<void>
  detach(attachment: Attached): void
  send(whileRunning: 'queue' | 'stop'): Promise<void>
}

/** What is being written in this session, and its sending. */
export function usePrompt(): Prompt {
  const { text, attachments, write, attach, detach, takeSent } = usePromptDraft()
  const { data: playbooks = [] } = usePlaybooks()
  const paths = (useTree().files ?? []).map(({ path }) => path)
  const model = useNextModel()
  const send = useSending(model)
  return {
    text,
    attachments,
    paths,
    playbooks,
    isSending: send.isRunning,
    error: send.error,
    model,
    canSend: send.run !== undefined && text.trim() !== '' && !send.isRunning,
    write,
    attach,
    detach: (removed) => detach([removed]),
    send: async (whileRunning) => {
      const files = [...mentionedPaths(text, new Set(paths))]
      const isTaken = await send.run?.({
        text: text.trim(),
        attachments: [...attachments],
        files,
        whileRunning,
      })
      if (!isTaken) return
      takeSent(text)
      detach(attachments)
    },
  }
}

type Input = Parameters<SessionCommands['send']>[0]

/** Another model is another matter: why it was not sent is kept for the model it was to be sent to. */
function useSending({ name, isChosen, isScripted }: NextModel) {
  const commands = useCommands()
  const [failed, setFailed] = useState<string>()
  const send = async (input: Input) => {
    setFailed(name)
    // The host never falls back on the scripted agent by itself.
    if (name && isScripted && !isChosen) await commands?.configure({ model: name })
    await commands?.send(input).catch(inWindowWords)
  }
  const { run, isRunning, error } = useCommand(commands && send)
  return { run, isRunning, error: failed === name ? error : undefined }
}

/** A model is chosen here, and not written down. */
function inWindowWords(cause: unknown): never {
  if (!AppError.is(cause) || !cause.message.startsWith('No model is chosen')) throw cause
  const message =
    'No model is chosen for this session. Choose one here, or add a key in the settings.'
  throw new AppError(cause.code, message, { cause })
}
