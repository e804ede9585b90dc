import { useNavigation } from '../../client/navigation.tsx'
import { useCommand } from '../../client/use-command.ts'
import { Button } from '../../ui/button.tsx'
import styles from './prompt.module.css'
import type { NextModel } from './use-next-model.ts'
import type { Prompt } from './use-prompt.ts'

/** Why nothing was sent, or what there is to know before it is; and the buttons that help. */
export function ModelNotice({ prompt }: { readonly prompt: Prompt }) {
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

interface SendErrorProps {
  readonly sentence: string
  readonly model: NextModel
}

function SendError({ sentence, model }: SendErrorProps) {
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
