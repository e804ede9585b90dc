import { ArrowUp, Layers, Pause, Play, Square, X } from 'lucide-react'
import { useNavigation } from '../../navigation/navigation.tsx'
import { type CommandState, useCommand } from '../../queries/use-command.ts'
import type { Attached } from '../../session/drafts/image-attachments.ts'
import {
  useCommands,
  useMoment,
  usePlayhead,
  useSessionId,
  useSessionView,
} from '../../session/session-context.tsx'
import { useIsRunning } from '../../session/use-projection.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { formatClock } from '../../ui/text/format.ts'
import { ModelPicker, ProfilePicker } from './model-pickers.tsx'
import styles from './prompt.module.css'
import { PromptField } from './prompt-field.tsx'
import { TrustNotice } from './trust-notice.tsx'
import { type NextModel, type Prompt, usePrompt } from './use-prompt.ts'

/** Where a person says what to do; in the past, one sentence and the way back. */
export function PromptPanel() {
  const { playhead } = usePlayhead()
  if (playhead !== 'live') return <PastNotice />
  return (
    <>
      <TrustNotice />
      <PromptBox />
    </>
  )
}

/** What stands in place of the prompt box in the past. The button that leads back is the transport's. */
function PastNotice() {
  const { at, seq } = useMoment()
  const { goLive } = usePlayhead()
  const { openPast } = useNavigation()
  const moment = { sessionId: useSessionId(), seq }
  return (
    <div className={styles.past}>
      <p>
        At {formatClock(at)}. Everything is as it was then.{' '}
        <button type="button" className={styles.wayBack} onClick={goLive}>
          Return to the end
        </button>
      </p>
      <div className={styles.doings}>
        <Button isSmall variant="quiet" onClick={() => openPast('rewind', moment, goLive)}>
          Rewind to here…
        </Button>
        <Button isSmall onClick={() => openPast('fork', moment, goLive)}>
          Fork from here…
        </Button>
      </div>
    </div>
  )
}

/** What is sent while a run is on reaches it with its next step; or the run is stopped first. */
function PromptBox() {
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

function SendButton({
  canSend,
  isRunning,
}: {
  readonly canSend: boolean
  readonly isRunning: boolean
}) {
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

/** A pause and a stop take as long as what is under way; until then they can be taken further. */
function RunningButtons({
  prompt,
  stop,
}: {
  readonly prompt: Prompt
  readonly stop: CommandState<[]>
}) {
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

function AttachedImage({
  attached,
  onRemove,
}: {
  readonly attached: Attached
  readonly onRemove: () => void
}) {
  return (
    <li>
      <img src={`data:${attached.mimeType};base64,${attached.base64}`} alt={attached.name} />
      <button type="button" aria-label={`Remove ${attached.name}`} onClick={onRemove}>
        <X aria-hidden="true" />
      </button>
    </li>
  )
}

/** Why nothing was sent, or what there is to know before it is; and the buttons that help. */
function ModelNotice({ prompt }: { readonly prompt: Prompt }) {
  const { error, model } = prompt
  if (error) return <SendError sentence={error} model={model} />
  if (model.isMissing) {
    return (
      <div className={styles.notice}>
        <p>No model is chosen for this session. Choose one below.</p>
        <ScriptedButton model={model} />
      </div>
    )
  }
  if (model.isChosen || !model.isScripted) return null
  return (
    <div className={styles.notice}>
      <p>No model has a key yet. The scripted demo agent answers: it follows a script.</p>
      <SettingsButton>Add a key</SettingsButton>
    </div>
  )
}

function SendError({ sentence, model }: { readonly sentence: string; readonly model: NextModel }) {
  const isAboutModel = /\bkey\b|\bsettings\b|\bmodel\b/i.test(sentence)
  return (
    <div className={styles.notice} data-tone="error" role="alert">
      <p>{sentence}</p>
      {isAboutModel && <SettingsButton>Open the settings</SettingsButton>}
      {isAboutModel && <ScriptedButton model={model} />}
    </div>
  )
}

function SettingsButton({ children }: { readonly children: string }) {
  const { openSettings } = useNavigation()
  return (
    <Button isSmall onClick={() => openSettings('models')}>
      {children}
    </Button>
  )
}

function ScriptedButton({ model }: { readonly model: NextModel }) {
  const choose = useCommand(model.choosesScripted)
  if (!choose.run) return null
  return (
    <Button
      isSmall
      disabled={choose.isRunning}
      title="Follows a script. Needs no key and costs nothing."
      onClick={() => void choose.run?.()}
    >
      Use the scripted demo agent
    </Button>
  )
}
