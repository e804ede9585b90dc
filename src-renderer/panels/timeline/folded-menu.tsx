import { Ellipsis } from 'lucide-react'
import { useIsRecording } from '../../client/host-context.tsx'
import { usePlayheadControls } from '../../client/session-context.tsx'
import { useWrittenKeys } from '../../client/shortcuts.ts'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { SpeedItems } from './speed-menu.tsx'
import { StepItems } from './step-menu.tsx'
import type { Step } from './steps.ts'
import { icon, TransportButton } from './transport-button.tsx'
import type { Marking } from './use-marking.ts'

export interface FoldedMenuProps {
  readonly marking: Marking
  readonly onStep: (step: Step) => void
}

/** What the bar has no room for where it is narrow; its styles say when that is. */
export function FoldedMenu({ marking, onStep }: FoldedMenuProps) {
  const { seek } = usePlayheadControls()
  const isRecording = useIsRecording()
  const toStart = useWrittenKeys('to-start')
  const bookmark = useWrittenKeys('bookmark')
  const trigger = (
    <TransportButton label="More of the transport">
      <Ellipsis {...icon} />
    </TransportButton>
  )
  return (
    <Menu trigger={trigger} side="top">
      <MenuItem fact={toStart} onSelect={() => seek(1)}>
        To the start
      </MenuItem>
      <StepItems onStep={onStep} />
      <SpeedItems />
      {!isRecording && (
        <MenuItem fact={bookmark} isDisabled={!marking.give} onSelect={marking.mark}>
          Bookmark this moment
        </MenuItem>
      )}
    </Menu>
  )
}
