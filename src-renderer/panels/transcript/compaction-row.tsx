import { Shrink } from 'lucide-react'
import type { CompactionItem } from '#shared/projections/transcript-items.ts'
import { useIsRecording } from '../../client/host-context.tsx'
import { useStoredText } from '../../client/stored.ts'
import { formatNumber } from '../../ui/format.ts'
import { loadedLater } from '../../ui/loaded-later.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Fold } from './fold.tsx'

const DroppedMessages = loadedLater(
  async () => (await import('./dropped-messages.tsx')).DroppedMessages,
)

/** Where a thread became too long for its model; opens to the summary it goes on with, and to what that stands for. */
export function CompactionRow({ item }: { readonly item: CompactionItem }) {
  const { droppedMessages, keptMessages } = item
  const isRecording = useIsRecording()
  return (
    <Fold
      icon={<Shrink aria-hidden="true" />}
      verb="Summed up"
      rest={`the model sees a summary of ${formatNumber(droppedMessages, 'message')}, and the last ${keptMessages} as they are`}
    >
      <Summary item={item} />
      {!isRecording && <DroppedMessages item={item} />}
    </Fold>
  )
}

function Summary({ item }: { readonly item: CompactionItem }) {
  const { text } = useStoredText(item.summary)
  return <Markdown text={text} />
}
