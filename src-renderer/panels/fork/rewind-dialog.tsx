import { useState } from 'react'
import type { RewindPreview } from '#shared/contract/forks.ts'
import { useHost } from '../../client/host-context.tsx'
import type { Moment } from '../../client/navigation.tsx'
import { useRewindPreview } from '../../client/past-documents.ts'
import { useCommand } from '../../client/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatClock } from '../../ui/format.ts'
import { Failure, Loading } from '../../ui/notice.tsx'
import styles from './past.module.css'
import { FileFacts, OutsideFacts, Section } from './past-facts.tsx'
import { tellConversation, tellRestored } from './past-words.ts'

export interface RewindDialogProps {
  readonly moment: Moment
  readonly onRewound: () => void
  readonly onClose: () => void
}

/** Says what rewinding would change, and does it. */
export function RewindDialog({ moment, onRewound, onClose }: RewindDialogProps) {
  const client = useHost()
  const { data, error, isLoading, refetch } = useRewindPreview(moment)
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
