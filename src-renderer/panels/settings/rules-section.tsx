import type { HeldRule } from '#shared/contract/policy.ts'
import type { ProjectId } from '#shared/ids.ts'
import { useRules } from '../../client/documents.ts'
import { useHost } from '../../client/host-context.tsx'
import { useToasts } from '../../client/toasts.ts'
import { useCommand } from '../../client/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { formatAgo, formatPath } from '../../ui/format.ts'
import { Empty, Failure, Loading } from '../../ui/notice.tsx'
import { DenialList } from './denial-list.tsx'
import styles from './settings.module.css'
import { TryCall } from './try-call.tsx'
import type { SettingsPlace } from './use-settings-place.ts'

/** What runs without being asked for, here; each rule can be taken back. */
export function RulesSection({ projectId, projectName, sessionId }: SettingsPlace) {
  const { data: rules, error, isLoading } = useRules({ projectId, sessionId })
  if (!projectId) {
    return <Empty>Rules hold in a project. Open one of its sessions to see them here.</Empty>
  }
  return (
    <>
      <p className={styles.hint}>
        What a person has always allowed in {projectName}. A rule never allows what the profile
        forbids.
      </p>
      {isLoading && <Loading label="Loading the rules" rows={3} />}
      {error && <Failure>The rules could not be listed. {error.message}</Failure>}
      {rules?.length === 0 && (
        <Empty>
          Nothing is always allowed here. Choose <b>Always allow…</b> where a call asks.
        </Empty>
      )}
      <ul className={styles.rows} aria-label="Rules">
        {rules?.map((rule) => (
          <RuleRow key={rule.ruleId} rule={rule} projectId={projectId} />
        ))}
      </ul>
      <TryCall projectId={projectId} sessionId={sessionId} />
      <DenialList projectId={projectId} />
    </>
  )
}

interface RuleRowProps {
  readonly rule: HeldRule
  readonly projectId: ProjectId
}

function RuleRow({ rule, projectId }: RuleRowProps) {
  const { ruleId, sessionId, tool, pattern, scope, addedAt } = rule
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
          {revoke.error ?? `${pattern ? `${tool} · ` : ''}made ${tellAgo(addedAt)}`}
        </small>
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
