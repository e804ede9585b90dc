import { ListFilter, Search } from 'lucide-react'
import type { RefObject } from 'react'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { useWrittenKeys } from '../../../keyboard/shortcuts.ts'
import { useLiveView } from '../../../session/session-context.tsx'
import { sameItems, useProjection } from '../../../session/use-projection.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { FindField } from '../../../ui/forms/find-field.tsx'
import { Menu, MenuChecks } from '../../../ui/overlays/menu.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { type Look, type LookControls, openFilter } from '../input/view-options.ts'
import {
  type FilterResult,
  filterKinds,
  hasTerm,
  termOf,
  toggleTerm,
} from '../model/span-filter.ts'
import styles from './filter-field.module.css'
import { icon, TransportButton } from './transport-button.tsx'

interface FilterFieldProps extends LookControls {
  readonly result: FilterResult
  readonly field: RefObject<HTMLInputElement | null>
  /** Takes the focus back to where keys move the playhead. */
  readonly onLeave: () => void
}

/** What is to be seen of the timeline: a button, and a field once it was pressed. */
export function FilterField(props: FilterFieldProps) {
  const { look, change, field } = props
  if (look.isFiltering) return <OpenField {...props} />
  return (
    <TransportButton
      label="Filter the timeline"
      command="timeline-filter"
      onClick={() => openFilter(change, field)}
    >
      <Search {...icon} />
    </TransportButton>
  )
}

function OpenField({ look, change, result, field, onLeave }: FilterFieldProps) {
  const clear = () => {
    change({ filter: '', isFiltering: false })
    onLeave()
  }
  const keys = {
    previous: useWrittenKeys('timeline-previous-match'),
    next: useWrittenKeys('timeline-next-match'),
  }
  return (
    <FindField
      label="Filter the timeline"
      textLabel="Show only"
      placeholder="Text, agent:, tool:, kind:"
      leaveLabel="Clear the filter"
      className={styles.field}
      ref={field}
      text={look.filter}
      found={result.matches && result}
      tellCount={tellCount}
      keys={keys}
      onWrite={(filter) => change({ filter })}
      onStep={result.step}
      onLeave={clear}
    >
      <FilterMenu look={look} change={change} />
    </FindField>
  )
}

function tellCount(count: number): string {
  if (count === 0) return 'No call matches'
  return `${formatNumber(count, 'call')} ${count === 1 ? 'matches' : 'match'}`
}

/** What can be asked for, to be chosen instead of written. */
function FilterMenu({ look, change }: LookControls) {
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
