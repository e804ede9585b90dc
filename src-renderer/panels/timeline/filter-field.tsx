import { Search } from 'lucide-react'
import type { RefObject } from 'react'
import { useWrittenKeys } from '../../client/shortcuts.ts'
import { FindField } from '../../ui/find-field.tsx'
import { formatNumber } from '../../ui/format.ts'
import styles from './filter-field.module.css'
import { FilterMenu } from './filter-menu.tsx'
import { type LookControls, openFilter } from './look.ts'
import { icon, TransportButton } from './transport-button.tsx'
import type { FilterResult } from './use-matches.ts'

export interface FilterFieldProps extends LookControls {
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
