import { useQueryClient } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { InboxItem } from '#shared/contract/procedures/approvals.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { ApprovalCard } from '../../cards/approvals/approval-card.tsx'
import { DECIDING } from '../../cards/approvals/decide.ts'
import { LimitCard } from '../../cards/approvals/limit-card.tsx'
import { UnfinishedCard } from '../../cards/calls/unfinished-card.tsx'
import { useHost } from '../../connection/host-context.tsx'
import { onEscape } from '../../keyboard/keys.ts'
import { useNavigation } from '../../navigation/navigation.tsx'
import { hostQueryKey, useHostQuery } from '../../queries/host-query.ts'
import { ReachedSessionScope } from '../../session/unloaded-session.tsx'
import { useNow } from '../../ui/browser/use-now.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Empty, Failure, Loading } from '../../ui/loading/notice.tsx'
import { useToasts } from '../../ui/overlays/toasts.tsx'
import { formatClock, formatSoFar } from '../../ui/text/format.ts'
import styles from './inbox.module.css'
import {
  type Choice,
  cardOf,
  findGone,
  findPlace,
  followChoice,
  idOf,
  tellGone,
  titleOf,
} from './inbox-choice.ts'
import { InboxList } from './inbox-list.tsx'

/** What waits for a person in all sessions, to be gone through by keyboard. */
export function InboxPanel() {
  const { data: items, error, refetch } = useHostQuery('approvals.inbox', {})
  if (items) return <Waiting items={items} />
  if (!error) return <Loading label="Loading what waits for you" rows={6} />
  return (
    <div className={styles.failed}>
      <Failure action={<Button onClick={() => void refetch()}>Try again</Button>}>
        {AppError.toWire(error).message}
      </Failure>
    </div>
  )
}

function Waiting({ items }: { readonly items: readonly InboxItem[] }) {
  const chosen = useChoice(items)
  const { choice, isGone, left, choose } = chosen
  const place = useKeptFocus(choice ? `${idOf(choice.item)} ${isGone}` : 'nothing')
  const open = useOpening()
  return (
    <div ref={place} className={styles.panel} tabIndex={-1}>
      {choice ? (
        <>
          <InboxList
            items={items}
            chosen={isGone ? undefined : choice.item}
            told={tellGone(left)}
            onChoose={choose}
            onOpen={open}
            onEnter={() => focusIn(place.current, 'card')}
          />
          {/* biome-ignore lint/a11y/noStaticElementInteractions: it only leads back to the list */}
          <div className={styles.detail} onKeyDown={onEscape(() => focusIn(place.current, 'list'))}>
            <ChosenItem items={items} choice={choice} chosen={chosen} onOpen={open} />
          </div>
        </>
      ) : (
        <div role="status" className={styles.nothing}>
          <NothingWaits told={tellGone(left)} />
        </div>
      )}
    </div>
  )
}

interface ChosenItemProps {
  readonly items: readonly InboxItem[]
  readonly choice: Choice
  readonly chosen: Chosen
  readonly onOpen: (item: InboxItem) => void
}

function ChosenItem({ items, choice: { item, index }, chosen, onOpen }: ChosenItemProps) {
  const settling = useSettling(chosen.settle)
  if (chosen.isGone) {
    return <Gone item={item} hasNext={items.length > 0} onNext={() => chosen.choose(index)} />
  }
  return (
    <InboxCard
      key={idOf(item)}
      item={item}
      onOpen={() => onOpen(item)}
      onSettled={() => settling(item)}
    />
  )
}

/** Live, at its card: in the past nothing can be decided. */
function useOpening(): (item: InboxItem) => void {
  const { openWaiting } = useNavigation()
  return (item) => openWaiting(item.sessionId, cardOf(item))
}

interface GoneProps {
  readonly item: InboxItem
  readonly hasNext: boolean
  readonly onNext: () => void
}

/** In place of a card that went: nobody decides the next by a key that was meant for this. */
function Gone({ item, hasNext, onNext }: GoneProps) {
  return (
    <div role="status" className={styles.gone}>
      <p>
        “{titleOf(item)}” in “{item.sessionTitle}” waits no longer: it was decided elsewhere, or its
        run has ended.
      </p>
      <Button data-focus="gone" onClick={onNext}>
        {hasNext ? 'Show the next' : 'Put it away'}
      </Button>
    </div>
  )
}

function NothingWaits({ told }: { readonly told: string | undefined }) {
  const { openWelcome } = useNavigation()
  return (
    <Empty
      icon={<Inbox aria-hidden="true" />}
      action={<Button onClick={openWelcome}>Show all projects</Button>}
    >
      {told && <>{told} </>}
      Nothing waits for you. A call that an agent may not make unasked, a question, and a call that
      was cut off by a crash stand here, from all sessions.
    </Empty>
  )
}

/**
 * What is to be done once something was said of an item: settles when the list is without it. What was
 * said of calls that were cut off is heard when their session goes on, which is offered after the last.
 */
function useSettling(settle: (item: InboxItem) => void) {
  const client = useHost()
  const queries = useQueryClient()
  const { tell } = useToasts()
  return async (item: InboxItem) => {
    settle(item)
    const queryKey = hostQueryKey('approvals.inbox', {})
    await queries.invalidateQueries({ queryKey })
    if (item.type !== 'unfinished') return
    const { sessionId, sessionTitle } = item
    const others = queries.getQueryData<readonly InboxItem[]>(queryKey) ?? []
    if (others.some((one) => one.type === 'unfinished' && one.sessionId === sessionId)) return
    tell({
      text: `“${sessionTitle}” goes by your word as soon as it goes on.`,
      action: { label: 'Go on', run: () => client['sessions.resume']({ sessionId }) },
    })
  }
}

const places = {
  list: '[role="listbox"]',
  card: DECIDING,
  gone: '[data-focus="gone"]',
} as const

/** Goes to the list, to what decides on the card, or to what leads on from one that is gone. */
function focusIn(panel: HTMLElement | null, place: keyof typeof places): boolean {
  const found = panel?.querySelector<HTMLElement>(places[place])
  found?.focus({ focusVisible: place === 'card' })
  return found !== null && found !== undefined
}

/**
 * Where what had the focus has gone with `shown`, it goes to what came in its place: never to what
 * decides. What is shown at first gets it so, too.
 */
function useKeptFocus(shown: string): RefObject<HTMLDivElement | null> {
  const panel = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is shown can take it away
  useLayoutEffect(() => {
    if (document.activeElement !== document.body) return
    if (!focusIn(panel.current, 'gone') && !focusIn(panel.current, 'list')) panel.current?.focus()
  }, [shown])
  return panel
}

interface Chosen {
  /** Absent where nothing waits. */
  readonly choice: Choice | undefined
  /** It went without having been decided here. */
  readonly isGone: boolean
  /** Others that went so with the last change of the list. */
  readonly left: readonly InboxItem[]
  /** Past the end: the last. */
  choose(index: number): void
  /** Has it given way to the next as soon as the list is without it. */
  settle(item: InboxItem): void
}

/** What is looked at in a list that changes by itself. */
function useChoice(items: readonly InboxItem[]): Chosen {
  const [kept, keep] = useState<Choice>()
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set())
  const [seen, setSeen] = useState<{ readonly items: typeof items; readonly left: typeof items }>({
    items,
    left: [],
  })
  // While it is drawn, so that nothing is ever shown of a list that is out of date.
  const choice = followChoice(kept, items, decided)
  if (choice !== kept) keep(choice)
  if (seen.items !== items) setSeen({ items, left: findGone(seen.items, items, decided) })
  return {
    choice,
    isGone: choice !== undefined && findPlace(items, choice.item) < 0,
    left: seen.left.filter((item) => item !== choice?.item),
    choose: (index) => {
      const within = Math.min(index, items.length - 1)
      const item = items[within]
      keep(item && { item, index: within })
    },
    settle: (item) => setDecided((before) => new Set([...before, idOf(item)])),
  }
}

interface InboxCardProps {
  readonly item: InboxItem
  /** Opens its session. */
  readonly onOpen: () => void
  /** Once something was said of it. */
  readonly onSettled: () => Promise<unknown>
}

/** What is looked at: where it arose, and its card. */
function InboxCard({ item, onOpen, onSettled }: InboxCardProps) {
  const { sessionId, sessionTitle, projectName, since } = item
  return (
    <ReachedSessionScope sessionId={sessionId}>
      <header className={styles.where}>
        <h2 title={sessionTitle}>{sessionTitle}</h2>
        <p>
          <span>{projectName}</span>
          <span>
            {HAPPENED[item.type]} at {formatClock(since)}
          </span>
        </p>
        <Button isSmall onClick={onOpen}>
          Open the session
        </Button>
      </header>
      <div className={styles.card}>
        <Card item={item} onSettled={onSettled} />
      </div>
    </ReachedSessionScope>
  )
}

const HAPPENED: Readonly<Record<InboxItem['type'], string>> = {
  approval: 'asked',
  unfinished: 'cut off',
  limit: 'limited',
}

function Card({ item, onSettled }: Pick<InboxCardProps, 'item' | 'onSettled'>) {
  const { agentName, since } = item
  if (item.type === 'approval') {
    return (
      <ApprovalCard
        approval={item.approval}
        agentName={agentName ?? 'An agent'}
        waited={<Waited since={since} />}
        onDecided={onSettled}
      />
    )
  }
  if (item.type === 'limit') return <LimitCard wait={item.wait} onEnded={onSettled} />
  const { call, output } = item
  return <UnfinishedCard call={call} agentName={agentName} output={output} onResolved={onSettled} />
}

const SECOND_MS = 1000

/** By itself, so that nothing else is drawn anew with every second. */
function Waited({ since }: { readonly since: number }) {
  return formatSoFar(useNow(SECOND_MS) - since)
}
