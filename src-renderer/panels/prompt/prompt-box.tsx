import { ArrowUp, Square, X } from 'lucide-react'
import type { StatusState } from '#shared/projections/status.ts'
import { useCommands, useSessionView } from '../../client/session-context.tsx'
import { useCommand } from '../../client/use-command.ts'
import { useProjection } from '../../client/use-projection.ts'
import { Button } from '../../ui/button.tsx'
import { ModelNotice } from './model-notice.tsx'
import type { Attached } from './pasted-images.ts'
import { ModelPicker, ProfilePicker } from './pickers.tsx'
import styles from './prompt.module.css'
import { PromptField } from './prompt-field.tsx'
import { type Prompt, usePrompt } from './use-prompt.ts'

/** What is sent while a run is on reaches it with its next step; or the run is stopped first. */
export function PromptBox() {
  const prompt = usePrompt()
  const isRunning = useProjection(useSessionView(), 'status', selectRunning)
  const isOffline = useCommands() === undefined
  return (
    <form
      className={styles.box}
      onSubmit={(event) => {
        event.preventDefault()
        if (prompt.canSend) void prompt.send('queue')
      }}
    >
      {prompt.attachments.length > 0 && <Attachments prompt={prompt} />}
      <PromptField prompt={prompt} isRunning={isRunning} />
      <ModelNotice prompt={prompt} />
      <div className={styles.foot}>
        <ProfilePicker />
        <ModelPicker />
        <span className={styles.gap} />
        {isOffline && <span className={styles.hint}>reconnecting</span>}
        {isRunning && <RunningButtons prompt={prompt} />}
        <Button
          type="submit"
          variant="primary"
          className={styles.send}
          disabled={!prompt.canSend}
          aria-label={isRunning ? 'Send for the next step' : 'Send'}
          title={isRunning ? 'Reaches the agent with its next step' : 'Send'}
        >
          <ArrowUp aria-hidden="true" />
        </Button>
      </div>
    </form>
  )
}

function RunningButtons({ prompt }: { readonly prompt: Prompt }) {
  const stop = useCommand(useCommands()?.stop)
  if (prompt.text.trim()) {
    return (
      <Button
        disabled={!prompt.canSend}
        data-command="stop-and-send"
        onClick={() => void prompt.send('stop')}
      >
        Stop and send
      </Button>
    )
  }
  return (
    <Button disabled={!stop.run || stop.isRunning} onClick={() => void stop.run?.()}>
      <Square aria-hidden="true" /> Stop
    </Button>
  )
}

function Attachments({ prompt }: { readonly prompt: Prompt }) {
  return (
    <ul className={styles.attachments} aria-label="Attached">
      {prompt.attachments.map((attached) => (
        <AttachedImage
          key={attached.base64.slice(-40)}
          attached={attached}
          onRemove={() => prompt.detach(attached)}
        />
      ))}
    </ul>
  )
}

interface AttachedImageProps {
  readonly attached: Attached
  readonly onRemove: () => void
}

function AttachedImage({ attached, onRemove }: AttachedImageProps) {
  return (
    <li>
      <img src={`data:${attached.mimeType};base64,${attached.base64}`} alt={attached.name} />
      <button type="button" aria-label={`Remove ${attached.name}`} onClick={onRemove}>
        <X aria-hidden="true" />
      </button>
    </li>
  )
}

const selectRunning = (state: StatusState) => state.runId !== undefined
