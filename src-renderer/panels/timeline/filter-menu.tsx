import { ListFilter } from 'lucide-react'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { useLiveView } from '../../client/session-context.tsx'
import { sameItems, useProjection } from '../../client/use-projection.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuChecks } from '../../ui/menu.tsx'
import type { Look, LookControls } from './look.ts'
import { filterKinds, hasTerm, termOf, toggleTerm } from './span-filter.ts'

/** What can be asked for, to be chosen instead of written. */
export function FilterMenu({ look, change }: LookControls) {
  return (
    <Menu
      side="top"
      align="end"
      trigger={
        <IconButton label="Choose what to show" isSmall>
          <ListFilter aria-hidden="true" />
        </IconButton>
      }
    >
      <Choices look={look} change={change} />
    </Menu>
  )
}

const kinds = Object.entries(filterKinds).map(([kind, label]) => ({
  value: `kind:${kind}`,
  label,
}))

const selectAgents = ({ lanes }: TimelineState) => [
  ...new Set(Object.values(lanes).map(({ type, teammate }) => teammate ?? type)),
]

const selectTools = ({ spans, order }: TimelineState) => {
  const names = new Set<string>()
  for (const id of order) {
    const span = spans[id]
    if (span?.type === 'tool') names.add(span.name)
  }
  return [...names].sort()
}

/** Made when the menu is opened: what there is to choose is looked for then. */
function Choices({ look, change }: LookControls) {
  const live = useLiveView()
  const agents = useProjection(live, 'timeline', selectAgents, sameItems)
  const tools = useProjection(live, 'timeline', selectTools, sameItems)
  const choose = (term: string) => change({ filter: toggleTerm(look.filter, term) })
  const choicesOf = (key: 'agent' | 'tool', names: readonly string[]) =>
    names.map((name) => ({ value: termOf(key, name), label: name }))
  const all = { checkedIn: look.filter, onToggle: choose }
  return (
    <>
      <MenuChecks
        label="Lanes"
        checked={look.isMatchedOnly ? ['matched'] : []}
        choices={[{ value: 'matched', label: 'Hide lanes without a match' }]}
        onToggle={() => change({ isMatchedOnly: !look.isMatchedOnly })}
      />
      <Terms {...all} label="Kind" choices={kinds} />
      <Terms {...all} label="Agent" choices={choicesOf('agent', agents)} />
      <Terms {...all} label="Tool" choices={choicesOf('tool', tools)} />
    </>
  )
}

interface TermsProps {
  readonly label: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly checkedIn: Look['filter']
  readonly onToggle: (term: string) => void
}

function Terms({ label, choices, checkedIn, onToggle }: TermsProps) {
  if (choices.length === 0) return null
  const checked = choices.flatMap(({ value }) => (hasTerm(checkedIn, value) ? value : []))
  return <MenuChecks label={label} checked={checked} choices={choices} onToggle={onToggle} />
}
