import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import type { ComparedReviews } from '#shared/code-review/compare-reviews.ts'
import { tellPlace } from '#shared/code-review/format-review.ts'
import type { CodeReview } from '#shared/projections/code-reviews.ts'
import {
  FindingButtons,
  type FindingDoing,
  useFindingDoing,
} from '../../cards/code-review/finding-buttons.tsx'
import { FindingCard, type FindingCardProps } from '../../cards/code-review/finding-card.tsx'
import { toWorkspacePath } from '../../cards/code-review/format-finding.ts'
import { useShortcutTable } from '../../keyboard/shortcuts.ts'
import { useSelection } from '../../session/session-context.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import styles from './code-review.module.css'
import { FINDING_ACT_EVENT, type FindingAct, findingActOf, findingActs } from './finding-actions.ts'
import { type Numbered, placeAfter } from './review-state.ts'

interface FindingListProps {
  readonly review: CodeReview
  readonly shown: readonly Numbered[]
  /** With the review before it about the same. */
  readonly compared: ComparedReviews | undefined
}

/** The comments, gone through and acted on by keys. */
export function FindingList({ review, shown, compared }: FindingListProps) {
  const list = useRef<HTMLUListElement>(null)
  const { select } = useSelection()
  const doing = useFindingDoing(review)
  const choosing = useChoosing(shown)
  const [place, setPlace] = useState(0)
  const at = Math.min(place, shown.length - 1)
  const current = shown[at]
  const goTo = (next: number) => {
    setPlace(next)
    const item = list.current?.children[next]
    if (item instanceof HTMLElement) item.focus()
  }
  const acting = useFindingActs(list, {
    ...movesOf(at, shown.length, goTo),
    ...(current && doing && actsOn(current, { doing, choosing })),
    open: current && (() => select(placeOf(review, current))),
  })
  return (
    <>
      {doing && choosing.chosen.length > 0 && <Sending doing={doing} choosing={choosing} />}
      <ul ref={list} className={styles.list} aria-label="Findings" {...acting}>
        {shown.map((one, row) => (
          <li
            key={one.index}
            className={styles.item}
            tabIndex={row === at ? 0 : -1}
            data-focus={row === at ? 'code-review' : undefined}
            aria-label={tellItem(one)}
            onFocus={() => setPlace(row)}
          >
            <Item
              {...one}
              since={compared && sinceOf(compared, one)}
              doing={doing}
              choosing={choosing}
              onOpen={() => select(placeOf(review, one))}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Its lines, and it beneath them. */
function placeOf({ reviewId }: CodeReview, { index, comment: { file, line } }: Numbered) {
  return { path: toWorkspacePath(file), line, openFinding: { reviewId, comment: index } }
}

function tellItem({ comment }: Numbered): string {
  return `${comment.severity}: ${comment.category}, ${tellPlace(comment)}`
}

function sinceOf({ added }: ComparedReviews, { comment }: Numbered): FindingCardProps['since'] {
  return added.includes(comment) ? 'new' : 'standing'
}

interface ItemProps extends Numbered, Pick<FindingCardProps, 'since'> {
  /** Absent in the past, and out of the host's reach. */
  readonly doing: FindingDoing | undefined
  readonly choosing: Choosing
  readonly onOpen: () => void
}

function Item({ index, comment, since, doing, choosing, onOpen }: ItemProps) {
  const { quote, reviewers, settled, movedFrom } = comment
  return (
    <FindingCard
      finding={comment}
      quote={quote}
      reviewers={reviewers}
      settled={settled}
      movedFrom={movedFrom}
      since={since}
      onOpen={onOpen}
      start={
        doing &&
        settled === undefined && (
          <input
            type="checkbox"
            className={styles.tick}
            aria-label={`Choose: ${tellItem({ index, comment })}`}
            checked={choosing.chosen.includes(index)}
            onChange={() => choosing.toggle(index)}
          />
        )
      }
      doing={doing && <FindingButtons comment={comment} index={index} doing={doing} />}
    />
  )
}

interface SendingProps {
  readonly doing: FindingDoing
  readonly choosing: Choosing
}

/** What can be done with all that are chosen. */
function Sending({ doing, choosing: { chosen, isAll, chooseAll, clear } }: SendingProps) {
  const send = async () => {
    if (await doing.send(chosen)) clear()
  }
  return (
    <div className={styles.sending}>
      <span>{formatNumber(chosen.length, 'finding')} chosen</span>
      {!isAll && (
        <Button isSmall variant="quiet" onClick={chooseAll}>
          Choose all
        </Button>
      )}
      <Button isSmall variant="quiet" onClick={clear}>
        Choose none
      </Button>
      <Button isSmall variant="primary" onClick={() => void send()}>
        Send to the agent
      </Button>
    </div>
  )
}

interface Choosing {
  /** In order; none that was settled since. */
  readonly chosen: readonly number[]
  /** Of those that are shown and open. */
  readonly isAll: boolean
  chooseAll(): void
  toggle(index: number): void
  clear(): void
}

/** Which findings are to be sent together. */
function useChoosing(shown: readonly Numbered[]): Choosing {
  const [ticked, tick] = useState<ReadonlySet<number>>(new Set())
  const open = shown.filter(({ comment }) => comment.settled === undefined)
  const chosen = open.flatMap(({ index }) => (ticked.has(index) ? index : []))
  return {
    chosen,
    isAll: chosen.length === open.length,
    chooseAll: () => tick(new Set(open.map(({ index }) => index))),
    toggle: (index) => {
      const next = new Set(ticked)
      if (!next.delete(index)) next.add(index)
      tick(next)
    },
    clear: () => tick(new Set()),
  }
}

function actsOn({ index, comment }: Numbered, { doing, choosing }: SendingProps): FindingActs {
  const { settled, suggestion } = comment
  const isOpen = settled === undefined
  const { chosen } = choosing
  return {
    dismiss: () => doing.dismiss(index),
    choose: isOpen ? () => choosing.toggle(index) : undefined,
    accept: isOpen && suggestion !== undefined ? () => doing.accept(index) : undefined,
    send:
      isOpen || chosen.length > 0
        ? async () => {
            if (await doing.send(chosen.length > 0 ? chosen : [index])) choosing.clear()
          }
        : undefined,
  }
}

function movesOf(at: number, count: number, goTo: (place: number) => void): FindingActs {
  const go = (act: Parameters<typeof placeAfter>[0]) => () => goTo(placeAfter(act, at, count))
  return count === 0
    ? {}
    : { next: go('next'), previous: go('previous'), first: go('first'), last: go('last') }
}

/** What each does; absent: nothing now. */
type FindingActs = Readonly<Partial<Record<FindingAct, (() => unknown) | undefined>>>

/** Does in a list of findings what its keys ask for, and the commands of the window. */
function useFindingActs(list: RefObject<HTMLElement | null>, acts: FindingActs) {
  const table = useShortcutTable()
  const onCommand = useEffectEvent((event: Event) => {
    const asked =
      event instanceof CustomEvent && findingActs.find(({ act }) => act === event.detail)
    if (asked) acts[asked.act]?.()
  })
  useEffect(() => {
    const listening = new AbortController()
    const listen = (event: Event) => onCommand(event)
    list.current?.addEventListener(FINDING_ACT_EVENT, listen, { signal: listening.signal })
    return () => listening.abort()
  }, [list])
  return {
    'data-finding-acts': Object.entries(acts)
      .flatMap(([name, act]) => (act ? name : []))
      .join(' '),
    onKeyDown: (event: KeyboardEvent) => {
      const asked = findingActOf(table, event)
      const act = asked && acts[asked]
      // A button, and what can be ticked, has keys of its own.
      if (!act || (isOfControl(event) && /^(Enter| )$/.test(event.key))) return
      event.preventDefault()
      act()
    },
  }
}

function isOfControl({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('button, input, a, pre') !== null
}
