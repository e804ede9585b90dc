import { usePlayhead } from '../../client/session-context.tsx'
import { PastNotice } from './past-notice.tsx'
import { PromptBox } from './prompt-box.tsx'
import { TrustNotice } from './trust-notice.tsx'

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
