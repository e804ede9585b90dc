import type { RuleSuggestion } from '#shared/contract/policy.ts'
import type { AllowRule } from '#shared/events/rule.ts'
import type { ApprovalId } from '#shared/ids.ts'
import { useRuleSuggestions } from '../client/documents.ts'
import { Button } from '../ui/button.tsx'
import { formatPath } from '../ui/format.ts'
import { Menu, MenuGroup, MenuItem } from '../ui/menu.tsx'
import styles from './card.module.css'
import { tellEffect } from './rule-words.ts'

type Always = Pick<AllowRule, 'scope' | 'pattern'>

export interface AlwaysMenuProps {
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
  const { tool, pattern, effect } = suggestion
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
