import { usePlayhead } from '../../client/session-context.tsx'
import { PastNotice } from './past-notice.tsx'
import { PromptBox } from './prompt-box.tsx'

/** Where a person says what to do; in the past, one sentence and the way back. */
export function PromptPanel() {
  const { playhead } = usePlayhead()
  return playhead === 'live' ? <PromptBox /> : <PastNotice />
}
