import { ArrowUp, Layers, Pause, Play, Square, X } from 'lucide-react'
import type { Attached } from '../../client/image-attachments.ts'
import { useNavigation } from '../../client/navigation.tsx'
import { useCommands, useSessionView } from '../../client/session-context.tsx'
import { type CommandState, useCommand } from '../../client/use-command.ts'
import { useIsRunning } from '../../client/use-is-running.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ModelNotice } from './model-notice.tsx'
import { ModelPicker, ProfilePicker } from './pickers.tsx'
import styles from './prompt.module.css'
import { PromptField } from './prompt-field.tsx'
import { type Prompt, usePrompt } from './use-prompt.ts'

/** What is sent while a run is on reaches it with its next step; or the run is stopped first. */
export function PromptBox() {
  const prompt = usePrompt()
  const isRunning = useIsRunning(useSessionView())
  const commands = useCommands()
  const isOffline = commands === undefined
  const stop = useCommand(commands && (() => commands.stop('end')))
  const { openNextPrompt } = useNavigation()
  return (
    <form
      className={styles.box}
      onSubmit={(event) => {
        event.preventDefault()
        if (prompt.canSend) void prompt.send('queue')
      }}
    >
      {prompt.attachments.length > 0 && <Attachments prompt={prompt} />}
      <PromptField prompt={prompt} isRunning={isRunning} isStopping={isRunning && stop.isRunning} />
      <ModelNotice prompt={prompt} />
      <div className={styles.foot}>
        <div className={styles.choices}>
          <ProfilePicker />
          <ModelPicker />
          <IconButton label="Show the next prompt" onClick={openNextPrompt}>
            <Layers aria-hidden="true" />
          </IconButton>
        </div>
        <div className={styles.keys}>
          {isOffline && !isRunning && <span className={styles.hint}>reconnecting</span>}
          {isRunning && <RunningButtons prompt={prompt} stop={stop} />}
          <SendButton canSend={prompt.canSend} isRunning={isRunning} />
        </div>
      </div>
    </form>
  )
}

interface SendButtonProps {
  readonly canSend: boolean
  readonly isRunning: boolean
}

function SendButton({ canSend, isRunning }: SendButtonProps) {
  return (
    <Button
      type="submit"
      variant="primary"
      className={styles.send}
      disabled={!canSend}
      aria-label={isRunning ? 'Send for the next step' : 'Send'}
      title={isRunning ? 'Reaches the agent with its next step' : 'Send'}
    >
      <ArrowUp aria-hidden="true" />
    </Button>
  )
}

interface RunningButtonsProps {
  readonly prompt: Prompt
  readonly stop: CommandState<[]>
}

/** A pause and a stop take as long as what is under way; until then they can be taken further. */
function RunningButtons({ prompt, stop }: RunningButtonsProps) {
  const pause = useCommand(useCommands()?.pause)
  if (stop.isRunning) return <StoppingButtons />
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
    <>
      {pause.isRunning ? <PausingButtons /> : <PauseButton pause={pause} />}
      <Button
        disabled={!stop.run}
        data-command="stop"
        aria-label="Stop"
        title="Stop: nothing new begins, and what is under way comes to its end"
        onClick={() => void stop.run?.()}
      >
        <Square className={styles.stop} aria-hidden="true" />
        <span className={styles.spared}>Stop</span>
      </Button>
    </>
  )
}

function PauseButton({ pause }: { readonly pause: CommandState<[]> }) {
  return (
    <Button
      disabled={!pause.run}
      data-command="pause"
      aria-label="Pause the run"
      title="Pause: every agent waits before its next step"
      onClick={() => void pause.run?.()}
    >
      <Pause aria-hidden="true" /> <span className={styles.spared}>Pause</span>
    </Button>
  )
}

function PausingButtons() {
  const resume = useCommand(useCommands()?.resume)
  return (
    <>
      <span className={styles.hint} role="status">
        Pausing…
      </span>
      <Button
        disabled={!resume.run || resume.isRunning}
        aria-label="Go on"
        title="Go on: takes the pause back"
        onClick={() => void resume.run?.()}
      >
        <Play aria-hidden="true" /> <span className={styles.spared}>Go on</span>
      </Button>
    </>
  )
}

function StoppingButtons() {
  const commands = useCommands()
  const kill = useCommand(commands && (() => commands.stop('kill')))
  return (
    <>
      <span className={styles.hint} role="status">
        Stopping…
      </span>
      <Button
        variant="danger"
        disabled={!kill.run || kill.isRunning}
        data-command="stop"
        title="Cuts off what is under way, with all its processes"
        onClick={() => void kill.run?.()}
      >
        Kill now
      </Button>
    </>
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
