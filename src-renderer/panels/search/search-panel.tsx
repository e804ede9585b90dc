import { ChevronDown, Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useSyncExternalStore } from 'react'
import type { InboxItem } from '#shared/contract/procedures/approvals.ts'
import type { Found } from '#shared/contract/procedures/search.ts'
import { useNavigation, type WaitingCard } from '../../navigation/navigation.tsx'
import { type AskedSearch, useAskedSearch } from '../../navigation/requested-search.ts'
import { useHostQuery } from '../../queries/host-query.ts'
import {
  usePlayhead,
  useSelection,
  useSessionId,
  useSessionStore,
} from '../../session/session-context.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Menu, MenuChoices } from '../../ui/overlays/menu.tsx'
import { TitleBar } from '../../ui/panels/panel-bar.tsx'
import { groupFound, toFoundPlace, toSelected, whats } from './found-groups.ts'
import styles from './search-panel.module.css'
import { SearchResults } from './search-results.tsx'
import { useSearch } from './use-search.ts'

/** Finds what was ever said or done, and goes to that instant. */
export function SearchPanel() {
  const [asked, ask] = useAskedSearch()
  const search = useSearch(asked)
  const { active } = asked
  const setActive = (index: number) => ask({ active: index })
  const listId = useId()
  const open = useOpenFound()
  const places = groupFound(search.pages.flatMap(({ found }) => found)).flatMap((one) => one.places)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      const place = places[active]
      if (place) open(place)
      return
    }
    const next = moved(event.key, active, places.length)
    if (next === undefined) return
    event.preventDefault()
    setActive(next)
    if (next >= places.length - 1 && search.hasNextPage) void search.fetchNextPage()
  }
  const field = useFocusWhenCome()
  return (
    <div className={styles.panel}>
      <TitleBar>Search</TitleBar>
      <div className={styles.head}>
        <Search aria-hidden="true" />
        <Field
          ref={field}
          label="Search everything that was said and done"
          isLabelHidden
          placeholder="Words, “phrases”, paths"
          data-focus="search"
          role="combobox"
          aria-expanded={places.length > 0}
          aria-controls={listId}
          aria-activedescendant={places[active] && `${listId}-${active}`}
          aria-autocomplete="list"
          value={asked.text}
          onChange={({ target }) => {
            ask({ text: target.value, active: 0 })
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <SearchFilters asked={asked} onAsk={(change) => ask({ ...change, active: 0 })} />
      <SearchResults
        search={search}
        isEverywhere={asked.where === 'everything'}
        listId={listId}
        active={active}
        onOpen={(place, index) => {
          setActive(index)
          open(place)
        }}
      />
    </div>
  )
}

function moved(key: string, from: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return Math.min(from + 1, count - 1)
  if (key === 'ArrowUp') return Math.max(from - 1, 0)
  if (key === 'PageDown') return Math.min(from + 8, count - 1)
  return key === 'PageUp' ? Math.max(from - 8, 0) : undefined
}

/** The card of a call that was found and still waits: it can be decided live alone. */
function findCard(items: readonly InboxItem[], place: Found): WaitingCard | undefined {
  const item = items.find(
    (one) =>
      one.type === 'approval' &&
      one.sessionId === place.sessionId &&
      one.approval.spanId === place.spanId,
  )
  return item?.type === 'approval'
    ? { id: item.approval.approvalId, spanId: item.approval.spanId }
    : undefined
}

/** In this session the playhead moves; another one is opened at that instant. */
function useOpenFound(): (place: Found) => void {
  const sessionId = useSessionId()
  const { openSession, openWaiting } = useNavigation()
  const { data: waiting = [] } = useHostQuery('approvals.inbox', {})
  const { seek } = usePlayhead()
  const { select, point } = useSelection()
  const [, ask] = useAskedSearch()
  usePointAtWanted()
  return (place) => {
    const { agentId, spanId } = toSelected(place)
    const card = findCard(waiting, place)
    if (card) {
      openWaiting(place.sessionId, card)
      return
    }
    const found = toFoundPlace(place)
    if (place.sessionId === sessionId) {
      seek(place.seq)
      select({ agentId, spanId })
      point(found)
      return
    }
    ask({ wanted: { sessionId: place.sessionId, agentId, spanId, found } })
    openSession(place.sessionId, place.seq)
  }
}

/** What was found in this session while another one was open, once its log is here to go to. */
function usePointAtWanted(): void {
  const sessionId = useSessionId()
  const store = useSessionStore()
  const isHere = useSyncExternalStore(store.subscribe, () => store.isHistoryComplete)
  const { select, point } = useSelection()
  const [{ wanted }, ask] = useAskedSearch()
  useEffect(() => {
    if (!isHere || wanted?.sessionId !== sessionId) return
    const { agentId, spanId, found } = wanted
    ask({ wanted: undefined })
    select({ agentId, spanId })
    point(found)
  })
}

/** Who asked for this panel is about to type. */
function useFocusWhenCome() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const { activeElement } = document
    const isAwaited = activeElement?.matches('[data-panel="search"], [data-place="search"]')
    if (isAwaited) field.current?.focus()
  }, [])
  return field
}

const wheres = [
  { value: 'session', label: 'Session', title: 'In this session' },
  { value: 'project', label: 'Project', title: 'In the sessions of this project' },
  { value: 'everything', label: 'All', title: 'In every session of every project' },
] as const

interface SearchFiltersProps {
  readonly asked: AskedSearch
  readonly onAsk: (change: Partial<AskedSearch>) => void
}

/** Where is looked, and for what. */
function SearchFilters({ asked, onAsk }: SearchFiltersProps) {
  const { where, what } = asked
  return (
    <div className={styles.filters}>
      <fieldset className={styles.wheres}>
        <legend>Where to look</legend>
        {wheres.map(({ value, label, title }) => (
          <button
            key={value}
            type="button"
            title={title}
            aria-pressed={where === value}
            onClick={() => onAsk({ where: value })}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <Menu
        align="end"
        trigger={
          <button type="button" className={styles.what} data-set={what !== 'all'}>
            <span>{what === 'all' ? 'Kind' : whats[what].label}</span>
            <ChevronDown aria-hidden="true" />
          </button>
        }
      >
        <MenuChoices
          label="What to look for"
          value={what}
          choices={choices}
          onChoose={(chosen) => {
            const found = keys.find((key) => key === chosen)
            if (found) onAsk({ what: found })
          }}
        />
      </Menu>
    </div>
  )
}

// The names are this object's own.
const keys = Object.keys(whats) as readonly AskedSearch['what'][]
const choices = keys.map((value) => ({ value, label: whats[value].label }))
