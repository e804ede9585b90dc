import { ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import type { KeyboardEvent, RefObject } from 'react'
import { useWrittenKeys } from '../../client/shortcuts.ts'
import { formatCount, formatNumber } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './filter-field.module.css'
import { FilterMenu } from './filter-menu.tsx'
import type { LookControls } from './look.ts'
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
      onClick={() => {
        change({ isFiltering: true })
        requestAnimationFrame(() => field.current?.focus())
      }}
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
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') result.step(event.shiftKey ? 'previous' : 'next')
    else if (event.key === 'Escape') clear()
    else return
    event.preventDefault()
  }
  return (
    <search className={styles.field} aria-label="Filter the timeline">
      <Search className={styles.sign} size={13} aria-hidden="true" />
      <input
        ref={field}
        className={styles.input}
        aria-label="Show only"
        placeholder="Text, agent:, tool:, kind:"
        value={look.filter}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => change({ filter: event.target.value })}
        onKeyDown={onKeyDown}
      />
      {result.matches && <Found result={result} />}
      <FilterMenu look={look} change={change} />
      <IconButton label="Clear the filter" isSmall onClick={clear}>
        <X aria-hidden="true" />
      </IconButton>
    </search>
  )
}

function Found({ result: { count, place, step } }: Pick<FilterFieldProps, 'result'>) {
  const previous = useWrittenKeys('timeline-previous-match')
  const next = useWrittenKeys('timeline-next-match')
  return (
    <>
      <span className={styles.count} aria-hidden="true">
        {place === undefined ? formatCount(count) : `${formatCount(place)}/${formatCount(count)}`}
      </span>
      <VisuallyHidden>
        <output>{tellFound(count, place)}</output>
      </VisuallyHidden>
      <IconButton
        label="Previous match"
        shortcut={previous}
        isSmall
        disabled={count === 0}
        onClick={() => step('previous')}
      >
        <ChevronUp aria-hidden="true" />
      </IconButton>
      <IconButton
        label="Next match"
        shortcut={next}
        isSmall
        disabled={count === 0}
        onClick={() => step('next')}
      >
        <ChevronDown aria-hidden="true" />
      </IconButton>
    </>
  )
}

function tellFound(count: number, place: number | undefined): string {
  if (count === 0) return 'No call matches'
  const matching = `${formatNumber(count, 'call')} ${count === 1 ? 'matches' : 'match'}`
  return place === undefined ? matching : `${matching}, this is number ${place}`
}
