import { useIsRecording } from '../../client/host-context.tsx'
import { useNavigation } from '../../client/navigation.tsx'
import { Button } from '../../ui/button.tsx'

/** Where a sentence says that the settings help. */
export function SettingsButton({ about }: { readonly about: string }) {
  const { openSettings } = useNavigation()
  const isRecording = useIsRecording()
  if (isRecording || !/\bkey\b|\bsettings\b|\bbase address\b/i.test(about)) return null
  return (
    <Button isSmall onClick={() => openSettings('models')}>
      Open the settings
    </Button>
  )
}
