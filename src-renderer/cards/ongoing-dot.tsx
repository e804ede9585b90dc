import { useIsLive } from '../session/session-context.tsx'
import { Dot, type DotProps } from '../ui/buttons/chip.tsx'

/** Something that was under way at the playhead. It pulses where it still is: in the past nothing moves by itself. */
export function OngoingDot({ color = 'var(--ok)' }: Pick<DotProps, 'color'>) {
  return <Dot color={color} isLive={useIsLive()} />
}
