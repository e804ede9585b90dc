import type { ForkPreview } from '#shared/contract/procedures/forks.ts'
import type { SessionId } from '#shared/lib/ids.ts'
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
  placeWords,
  Section,
  tellConversation,
  tellDifferent,
} from './rewind-facts.tsx'

interface ForkDialogProps {
  readonly moment: Moment
  /** The fork is there. */
  readonly onForked: (sessionId: SessionId) => void
  readonly onClose: () => void
}

/** Says what a fork from a moment would be, and makes it. */
export function ForkDialog({ moment, onForked, onClose }: ForkDialogProps) {
  const client = useHost()
  const { data, error, isLoading } = useHostQuery('sessions.previewFork', moment)
  const fork = useCommand(async () => {
    const setup = data?.setup?.isTrusted ? { setup: data.setup.hash } : {}
    const { sessionId } = await client['sessions.fork']({ ...moment, ...setup })
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
  const projectId = useHostQuery('sessions.list', {}).data?.find(
    ({ id }) => id === sessionId,
  )?.projectId
  const { command, hash, isTrusted, reason } = setup
  const trust = useCommand(
    projectId && (() => client['trust.grant']({ projectId, hashes: [hash] })),
  )
  return (
    <Section title="Set-up command">
      <pre className={styles.command}>{command}</pre>
      {isTrusted ? (
        <p>Runs in a terminal of the fork as soon as the fork is created.</p>
      ) : (
        <div className={styles.asked}>
          <p>
            {reason ?? 'This command comes from the project and isn’t trusted yet.'} It won’t run.
          </p>
          <Button isSmall disabled={!trust.run} onClick={() => void trust.run?.()}>
            Trust command
          </Button>
        </div>
      )}
      {trust.error && <p role="alert">{trust.error}</p>}
    </Section>
  )
}
