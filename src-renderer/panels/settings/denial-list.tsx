import type { Denial } from '#shared/contract/policy.ts'
import type { ProjectId } from '#shared/ids.ts'
import { useNavigation } from '../../client/navigation.tsx'
import { Button } from '../../ui/button.tsx'
import { formatAgo } from '../../ui/format.ts'
import { Empty, Failure, Loading } from '../../ui/notice.tsx'
import shared from './settings.module.css'
import { useDenials } from './use-policy.ts'

/** What was refused in a project, and why; each leads to its instant. */
export function DenialList({ projectId }: { readonly projectId: ProjectId }) {
  const { data: denials, error, isLoading } = useDenials(projectId)
  return (
    <>
      <h4 className={shared.part}>Refused so far</h4>
      {isLoading && <Loading label="Looking for what was refused" rows={3} />}
      {error && <Failure>What was refused could not be listed. {error.message}</Failure>}
      {denials?.length === 0 && <Empty isFlat>Nothing was refused in this project.</Empty>}
      <ul className={shared.rows} aria-label="Refused so far">
        {denials?.map((denial) => (
          <DenialRow key={`${denial.sessionId} ${denial.seq}`} denial={denial} />
        ))}
      </ul>
    </>
  )
}

function DenialRow({ denial }: { readonly denial: Denial }) {
  const { sessionId, sessionTitle, seq, at, agent, title, reason } = denial
  const { openSession } = useNavigation()
  return (
    <li className={shared.row}>
      <span className={shared.what}>
        <span title={title}>{title}</span>
        <small>{reason}</small>
        <small>
          {agent} · {sessionTitle} · {formatAgo(at, Date.now())}
        </small>
      </span>
      <Button isSmall aria-label={`See it: ${title}`} onClick={() => openSession(sessionId, seq)}>
        See it
      </Button>
    </li>
  )
}
