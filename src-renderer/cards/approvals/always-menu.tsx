import type { RuleEffect, RuleSuggestion } from '#shared/contract/procedures/permissions.ts'
import type { AllowRule } from '#shared/events/approval.ts'
import type { ApprovalId } from '#shared/lib/ids.ts'
import { useRuleSuggestions } from '../../session/session-queries.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Menu, MenuGroup, MenuItem } from '../../ui/overlays/menu.tsx'
import { formatPath } from '../../ui/text/format.ts'
import styles from '../card.module.css'

type Always = Pick<AllowRule, 'scope' | 'pattern'>

interface AlwaysMenuProps {
  readonly approvalId: ApprovalId
  readonly isBusy: boolean
  readonly onChoose: (always: Always) => void
}

/** The rules that can be made of a call, with what each would have decided; absent where there are none. */
export function AlwaysMenu({ approvalId, isBusy, onChoose }: AlwaysMenuProps) {
  const { data: suggestions = [] } = useRuleSuggestions(approvalId)
  if (suggestions.length === 0) return null
  return (
    <Menu
      side="top"
      align="end"
      trigger={
        <Button variant="quiet" className={styles.always} disabled={isBusy}>
          Always allow…
        </Button>
      }
    >
      {suggestions.map((suggestion) => (
        <RuleChoices key={suggestion.pattern ?? ''} suggestion={suggestion} onChoose={onChoose} />
      ))}
    </Menu>
  )
}

interface RuleChoicesProps {
  readonly suggestion: RuleSuggestion
  readonly onChoose: (always: Always) => void
}

function RuleChoices({ suggestion, onChoose }: RuleChoicesProps) {
  const { tool, pattern, effect, isEarlier } = suggestion
  const { past, refused } = tellEffect(effect)
  const choose = (scope: Always['scope']) =>
    onChoose({ scope, ...(pattern !== undefined && { pattern }) })
  const label =
    pattern === undefined ? (
      <>Every call of {tool}</>
    ) : (
      <code className={styles.pattern}>{formatPath(pattern)}</code>
    )
  const hint = (
    <>
      {isEarlier && 'earlier permission, also allows other calls; '}
      {past}
      {refused && <span className={styles.refused}>, {refused}</span>}
    </>
  )
  return (
    <MenuGroup label={label} hint={hint}>
      <MenuItem onSelect={() => choose('session')}>In this session</MenuItem>
      <MenuItem onSelect={() => choose('project')}>In this project</MenuItem>
    </MenuGroup>
  )
}

/** What a rule would have decided so far; the call that asks now is one of its requests. */
export function tellEffect({ requests, rejected }: Omit<RuleEffect, 'latest'>): {
  readonly past: string
  readonly refused: string | undefined
} {
  if (requests <= 1) return { past: 'only this call so far', refused: undefined }
  return {
    past: `would have allowed ${requests} so far`,
    refused: rejected > 0 ? `${rejected} of them refused` : undefined,
  }
}
