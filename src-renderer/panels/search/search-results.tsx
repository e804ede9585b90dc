import { SearchX, TextSearch } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Found, FoundPage, Indexing } from '#shared/contract/procedures/search.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Empty, Failure, Loading } from '../../ui/loading/notice.tsx'
import { formatAgo } from '../../ui/text/format.ts'
import { type FoundGroup, foundWords, groupFound } from './found-groups.ts'
import styles from './search-panel.module.css'
import type { useSearch } from './use-search.ts'

interface SearchResultsProps {
  readonly search: ReturnType<typeof useSearch>
  /** There is nowhere else to look. */
  readonly isEverywhere: boolean
  readonly listId: string
  /** The place that Enter opens, counted over all groups. */
  readonly active: number
  readonly onOpen: (place: Found, index: number) => void
}

/** What was found, by session; or why there is nothing. */
export function SearchResults(props: SearchResultsProps) {
  const { search, isEverywhere, listId, active, onOpen } = props
  const { pages, isAsked, error, isLoading, hasNextPage } = search
  const indexing = pages[0]?.indexing
  const found = pages.flatMap((page) => page.found)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <div className={styles.results} tabIndex={0}>
      {indexing && <StillIndexing {...indexing} />}
      {error && <Failure>The search failed. {error.message}</Failure>}
      {isLoading && <Loading label="Searching" rows={6} />}
      {!isAsked && <NothingAsked />}
      {isAsked && !isLoading && !error && found.length === 0 && (
        <NothingFound indexing={indexing} isEverywhere={isEverywhere} />
      )}
      <div id={listId} role="listbox" aria-label="What was found">
        <Groups pages={pages} listId={listId} active={active} onOpen={onOpen} />
      </div>
      {hasNextPage && found.length > 0 && (
        <div className={styles.further}>
          <Button
            isSmall
            disabled={search.isFetchingNextPage}
            onClick={() => void search.fetchNextPage()}
          >
            Show older ones
          </Button>
        </div>
      )}
    </div>
  )
}

function NothingAsked() {
  return (
    <Empty icon={<TextSearch aria-hidden="true" />}>
      Prompts, answers, calls, results, files and errors of every session are found by their words.
    </Empty>
  )
}

interface NothingFoundProps extends Pick<SearchResultsProps, 'isEverywhere'> {
  readonly indexing: Indexing | undefined
}

function NothingFound({ indexing, isEverywhere }: NothingFoundProps) {
  const further = isEverywhere ? 'try fewer.' : 'try fewer, or look in all sessions.'
  return (
    <Empty icon={<SearchX aria-hidden="true" />}>
      {indexing
        ? 'Nothing so far. Older sessions are still being read.'
        : `Nothing was found. All words must occur in the same place: ${further}`}
    </Empty>
  )
}

function StillIndexing({ done, total }: Indexing) {
  const percent = Math.floor((100 * done) / Math.max(1, total))
  return (
    <p className={styles.indexing} role="status">
      Reading the log: {percent} %. What is missing comes by itself.
    </p>
  )
}

interface GroupsProps extends Omit<SearchResultsProps, 'search' | 'isEverywhere'> {
  readonly pages: readonly FoundPage[]
}

function Groups({ pages, listId, active, onOpen }: GroupsProps) {
  const sessions = new Map(pages.flatMap((page) => page.sessions).map((one) => [one.id, one]))
  let index = 0
  return groupFound(pages.flatMap((page) => page.found)).map((group) => {
    const first = index
    index += group.places.length
    const session = sessions.get(group.sessionId)
    return (
      <Group
        key={group.sessionId}
        group={group}
        title={session?.title ?? ''}
        project={session?.projectName ?? ''}
        first={first}
        listId={listId}
        active={active}
        onOpen={onOpen}
      />
    )
  })
}

interface GroupProps extends Omit<SearchResultsProps, 'search' | 'isEverywhere'> {
  readonly group: FoundGroup
  readonly title: string
  readonly project: string
  readonly first: number
}

// biome-ignore-start lint/a11y/useFocusableInteractive: the field keeps the focus, and says which is active
// biome-ignore-start lint/a11y/useSemanticElements: options of a listbox are grouped so
function Group({ group, title, project, first, listId, active, onOpen }: GroupProps) {
  return (
    <div role="group" aria-label={title}>
      <div className={styles.session} title={`${title}\n${project}`} aria-hidden="true">
        <strong>{title}</strong>
        <span>{project}</span>
      </div>
      {group.places.map((place, offset) => (
        <Place
          key={`${place.seq}-${place.type}`}
          id={`${listId}-${first + offset}`}
          place={place}
          isActive={first + offset === active}
          onOpen={() => onOpen(place, first + offset)}
        />
      ))}
    </div>
  )
}

interface PlaceProps {
  readonly id: string
  readonly place: Found
  readonly isActive: boolean
  readonly onOpen: () => void
}

function Place({ id, place, isActive, onOpen }: PlaceProps) {
  const { word, icon: Icon } = foundWords[place.type]
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the field's
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isActive}
      className={styles.place}
      data-type={place.type}
      onClick={onOpen}
    >
      <span className={styles.about}>
        <Icon aria-hidden="true" />
        <span>{word}</span>
        {place.agent && <span className={styles.agent}>{place.agent}</span>}
        <time
          dateTime={new Date(place.at).toISOString()}
          title={new Date(place.at).toLocaleString()}
        >
          {formatAgo(place.at, Date.now())}
        </time>
      </span>
      <span className={styles.snippet}>
        {place.snippet.map(({ text, isMarked }, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text stay in their order
          isMarked ? <mark key={index}>{text}</mark> : text,
        )}
      </span>
    </div>
  )
}
// biome-ignore-end lint/a11y/useSemanticElements: options of a listbox are grouped so
// biome-ignore-end lint/a11y/useFocusableInteractive: the field keeps the focus, and says which is active
