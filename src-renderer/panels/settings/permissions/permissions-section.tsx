import type { Denial, HeldRule } from '#shared/contract/procedures/permissions.ts'
import { formatClient } from '#shared/format/format-client.ts'
import type { ProjectId } from '#shared/lib/ids.ts'
import { useHost } from '../../../connection/host-context.tsx'
import { useNavigation } from '../../../navigation/navigation.tsx'
import { useHostQuery } from '../../../queries/host-query.ts'
import { useCommand } from '../../../queries/use-command.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Chip } from '../../../ui/buttons/chip.tsx'
import { Empty, Failure, Loading } from '../../../ui/loading/notice.tsx'
import { useToasts } from '../../../ui/overlays/toasts.tsx'
import { formatAgo, formatPath } from '../../../ui/text/format.ts'
import styles from '../controls/settings.module.css'
import type { SettingsPlace } from '../controls/use-settings-scope.ts'
import { TryCall } from './try-call.tsx'

/** The permissions of a project and a session; each one can be revoked. */
export function RulesSection({ projectId, projectName, sessionId }: SettingsPlace) {
  const {
    data: rules,
    error,
    isLoading,
  } = useHostQuery('policy.rules', projectId && { projectId, sessionId })
  if (!projectId) {
    return <Empty>Permissions belong to a project. Open one to see them.</Empty>
  }
  return (
    <>
      <p className={styles.hint}>
        What agents may do in {projectName} without asking. A permission never allows what the
        profile denies.
      </p>
      {isLoading && <Loading label="Loading permissions" rows={3} />}
      {error && <Failure>Can't list the permissions. {error.message}</Failure>}
      {rules?.length === 0 && (
        <Empty>
          No permissions yet. Choose <b>Always allow…</b> when a call asks for approval.
        </Empty>
      )}
      <ul className={styles.rows} aria-label="Permissions">
        {rules?.map((rule) => (
          <RuleRow key={rule.ruleId} rule={rule} projectId={projectId} />
        ))}
      </ul>
      <TryCall projectId={projectId} sessionId={sessionId} />
      <DenialList projectId={projectId} />
    </>
  )
}

/** Where it was made, unless that is the window. */
function formatOrigin({ client }: HeldRule): string {
  return client && client.type !== 'window' ? ` ${formatClient(client)}` : ''
}

function RuleRow({ rule, projectId }: { readonly rule: HeldRule; readonly projectId: ProjectId }) {
  const { ruleId, sessionId, tool, pattern, scope, addedAt, asksAgain } = rule
  const client = useHost()
  const { tellUndoable } = useToasts()
  const said = pattern ? formatPath(pattern) : `Every call of ${tool}`
  const revoke = useCommand(async () => {
    await client['policy.revoke']({ ruleId, ...(sessionId && { sessionId }) })
    tellUndoable(`Revoked “${said}”.`, () => client['policy.restore']({ projectId, rule }))
  })
  return (
    <li className={styles.row}>
      <span className={styles.what}>
        {pattern ? <code title={pattern}>{said}</code> : <span>{said}</span>}
        <small className={revoke.error ? styles.error : undefined}>
          {revoke.error ??
            `${pattern ? `${tool} · ` : ''}added ${tellAgo(addedAt)}${formatOrigin(rule)}`}
        </small>
        {asksAgain && <small>Asks again once, because it also allows other calls.</small>}
      </span>
      <Chip>{scope === 'session' ? 'this session' : 'this project'}</Chip>
      <Button
        isSmall
        disabled={revoke.isRunning}
        aria-label={`Revoke: ${said}`}
        onClick={() => void revoke.run?.()}
      >
        Revoke
      </Button>
    </li>
  )
}

function tellAgo(at: number): string {
  const ago = formatAgo(at, Date.now())
  if (ago === 'now') return 'just now'
  return /\d (min|h)$/.test(ago) ? `${ago} ago` : ago
}

/** What was refused in a project, and why; each leads to its instant. */
function DenialList({ projectId }: { readonly projectId: ProjectId }) {
  const { data: denials, error, isLoading } = useHostQuery('policy.denials', { projectId })
  return (
    <>
      <h4 className={styles.part}>Refused so far</h4>
      {isLoading && <Loading label="Looking for what was refused" rows={3} />}
      {error && <Failure>What was refused could not be listed. {error.message}</Failure>}
      {denials?.length === 0 && <Empty isFlat>Nothing was refused in this project.</Empty>}
      <ul className={styles.rows} aria-label="Refused so far">
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
    <li className={styles.row}>
      <span className={styles.what}>
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
