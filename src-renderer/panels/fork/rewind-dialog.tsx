import { useState } from 'react'
import type { RewindPreview } from '#shared/contract/procedures/forks.ts'
import { useHost } from '../../connection/host-context.tsx'
import type { Moment } from '../../navigation/navigation.tsx'
import { useHostQuery } from '../../queries/host-query.ts'
import { useCommand } from '../../queries/use-command.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Failure, Loading } from '../../ui/loading/notice.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { formatClock } from '../../ui/text/format.ts'
import styles from './rewind.module.css'
import {
  FileFacts,
  OutsideFacts,
  Section,
  tellConversation,
  tellRestored,
} from './rewind-facts.tsx'

interface RewindDialogProps {
  readonly moment: Moment
  readonly onRewound: () => void
  readonly onClose: () => void
}

/** Says what rewinding would change, and does it. */
export function RewindDialog({ moment, onRewound, onClose }: RewindDialogProps) {
  const client = useHost()
  const { data, error, isLoading, refetch } = useHostQuery('sessions.previewRewind', moment)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const rewind = useCommand(
    data &&
      (async () => {
        const { expected } = data
        await client['sessions.rewind']({ ...moment, expected, overwrite: [...chosen] })
        onRewound()
      }),
  )
  const change = (path: string, isChosen: boolean) =>
    setChosen(new Set(isChosen ? [...chosen, path] : [...chosen].filter((one) => one !== path)))
  const isReady = data !== undefined && !error && data.obstacle === undefined && !rewind.isRunning
  return (
    <Dialog
      title={data ? `Rewind to ${formatClock(data.at)}` : 'Rewind to here'}
      description="What came after is taken back: files are restored, and the conversation goes on from then. It can still be replayed."
      isOpen
      isWide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" disabled={!isReady} onClick={() => void rewind.run?.()}>
            {rewind.isRunning ? 'Rewinding…' : 'Rewind'}
          </Button>
        </>
      }
    >
      <div className={styles.past}>
        {isLoading && <Loading label="Looking at what would change" />}
        {error && <Failure>What would change could not be told. {error.message}</Failure>}
        {data?.obstacle && <Failure>{data.obstacle}</Failure>}
        {rewind.error && (
          <Failure
            action={
              <Button isSmall onClick={() => void refetch()}>
                Look again
              </Button>
            }
          >
            {rewind.error}
          </Failure>
        )}
        {data && !error && <Facts preview={data} choose={{ chosen, onChange: change }} />}
      </div>
    </Dialog>
  )
}

interface FactsProps {
  readonly preview: RewindPreview
  readonly choose: {
    readonly chosen: ReadonlySet<string>
    readonly onChange: (path: string, isChosen: boolean) => void
  }
}

function Facts({ preview, choose }: FactsProps) {
  return (
    <>
      <Section title="Conversation">
        <p>{tellConversation(preview.conversation)}</p>
      </Section>
      <Section title="Files">
        <FileFacts past={preview} says={tellRestored} choose={choose} />
      </Section>
      <OutsideFacts past={preview} />
    </>
  )
}
