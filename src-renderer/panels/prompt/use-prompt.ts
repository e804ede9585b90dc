import { useState } from 'react'
import type { Playbook } from '#shared/contract/procedures/agents.ts'
import type { ModelRef } from '#shared/events/value.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { StatusState } from '#shared/projections/status.ts'
import { ModelName, splitModelName } from '#shared/settings/settings.ts'
import { useHostQuery } from '../../queries/host-query.ts'
import { preselectModel } from '../../queries/models.ts'
import { useCommand } from '../../queries/use-command.ts'
import type { Attached } from '../../session/drafts/image-attachments.ts'
import type { SessionCommands } from '../../session/session-commands.ts'
import { useCommands, usePromptDraft, useSessionView } from '../../session/session-context.tsx'
import { useProjection } from '../../session/use-projection.ts'
import { useTree } from '../../session/use-tree.ts'
import { mentionedPaths } from './prompt-completions.ts'

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
  const { data: playbooks = [] } = useHostQuery('playbooks.list', {})
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

/** What answers the next prompt. */
export interface NextModel {
  /** Absent while the providers are loaded, and where a person has to choose. */
  readonly name: ModelName | undefined
  readonly ref: ModelRef | undefined
  /** It is the session's own; else it is what there is. */
  readonly isChosen: boolean
  /** It follows a script. */
  readonly isScripted: boolean
  /** Nothing is chosen, and nothing could be chosen for a person. */
  readonly isMissing: boolean
  /** Makes the scripted agent the session's; absent where it is, or cannot be. */
  readonly choosesScripted: (() => Promise<unknown>) | undefined
}

export function useNextModel(): NextModel {
  const commands = useCommands()
  const own = useProjection(useSessionView(), 'status', selectModel)
  const { data: providers } = useHostQuery('models.list', {})
  const preferred = useHostQuery('settings.read', {}).data?.model
  const name = own ? nameOf(own) : (preferred ?? preselectModel(providers ?? []))
  const ref = own ?? (name === undefined ? undefined : splitModelName(name))
  const scripted = providers?.find(({ isScripted }) => isScripted)
  const isScripted = ref !== undefined && ref.provider === scripted?.id
  const demo = scripted?.models[0]?.name
  const choose = () => commands?.configure({ model: ModelName.parse(demo) }) ?? Promise.resolve()
  return {
    name,
    ref,
    isChosen: own !== undefined,
    isScripted,
    isMissing: providers !== undefined && name === undefined,
    choosesScripted: commands && demo && !(own && isScripted) ? choose : undefined,
  }
}

function nameOf({ provider, model }: ModelRef): ModelName {
  return ModelName.parse(`${provider}:${model}`)
}

const selectModel = (state: StatusState) => state.model
