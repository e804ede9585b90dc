import type { ForkPreview } from '#shared/contract/forks.ts'
import type { SessionId } from '#shared/ids.ts'
import { useSessions } from '../../client/documents.ts'
import { useHost } from '../../client/host-context.tsx'
import type { Moment } from '../../client/navigation.tsx'
import { useForkPreview } from '../../client/past-documents.ts'
import { useCommand } from '../../client/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatClock } from '../../ui/format.ts'
import { Failure, Loading } from '../../ui/notice.tsx'
import styles from './past.module.css'
import { FileFacts, OutsideFacts, Section } from './past-facts.tsx'
import { placeWords, tellConversation, tellDifferent } from './past-words.ts'

export interface ForkDialogProps {
  readonly moment: Moment
  /** The fork is there. */
  readonly onForked: (sessionId: SessionId) => void
  readonly onClose: () => void
}

/** Says what a fork from a moment would be, and makes it. */
export function ForkDialog({ moment, onForked, onClose }: ForkDialogProps) {
  const client = useHost()
  const { data, error, isLoading } = useForkPreview(moment)
  const fork = useCommand(async () => {
    const { sessionId } = await client['sessions.fork'](moment)
    onForked(sessionId)
  })
  return (
    <Dialog
      title={data ? `Fork from ${formatClock(data.at)}` : 'Fork from here'}
      description="A new session begins as this one was then. This one stays as it is."
      isOpen
      isWide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={!data || error !== null || fork.isRunning}
            onClick={() => void fork.run?.()}
          >
            {fork.isRunning ? 'Making the fork…' : 'Fork'}
          </Button>
        </>
      }
    >
      <div className={styles.past}>
        {isLoading && <Loading label="Looking at what it would be" />}
        {error && <Failure>What it would be could not be told. {error.message}</Failure>}
        {fork.error && <Failure>{fork.error}</Failure>}
        {data && !error && <Facts preview={data} sessionId={moment.sessionId} />}
      </div>
    </Dialog>
  )
}

interface FactsProps {
  readonly preview: ForkPreview
  readonly sessionId: SessionId
}

function Facts({ preview, sessionId }: FactsProps) {
  const { conversation, place, setup } = preview
  return (
    <>
      <Section title="Conversation">
        <p>{tellConversation(conversation)}</p>
      </Section>
      <Section title="Files">
        <p>{placeWords[place]}</p>
        <FileFacts past={preview} says={tellDifferent} />
      </Section>
      {setup && <Setup setup={setup} sessionId={sessionId} />}
      <OutsideFacts past={preview} />
    </>
  )
}

interface SetupProps {
  readonly setup: NonNullable<ForkPreview['setup']>
  readonly sessionId: SessionId
}

function Setup({ setup, sessionId }: SetupProps) {
  const client = useHost()
  const projectId = useSessions().data?.find(({ id }) => id === sessionId)?.projectId
  const { command, hash, isTrusted } = setup
  const trust = useCommand(
    projectId && (() => client['trust.grant']({ projectId, hashes: [hash] })),
  )
  return (
    <Section title="Set-up command">
      <pre className={styles.command}>{command}</pre>
      {isTrusted ? (
        <p>It runs once the fork is there, in a terminal of it.</p>
      ) : (
        <div className={styles.asked}>
          <p>The project names it, and nobody trusts it yet: it does not run.</p>
          <Button isSmall disabled={!trust.run} onClick={() => void trust.run?.()}>
            Trust it
          </Button>
        </div>
      )}
      {trust.error && <p role="alert">{trust.error}</p>}
    </Section>
  )
}
