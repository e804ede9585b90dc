import { Inbox } from 'lucide-react'
import type { InboxItem } from '#shared/contract/approvals.ts'
import { AppError } from '#shared/error.ts'
import { useInbox } from '../../client/documents.ts'
import { useNavigation } from '../../client/navigation.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty, Failure, Loading } from '../../ui/notice.tsx'
import { onEscape } from '../../ui/on-escape.ts'
import type { Choice } from './choice.ts'
import styles from './inbox.module.css'
import { InboxCard } from './inbox-card.tsx'
import { focusIn, useKeptFocus } from './inbox-focus.ts'
import { InboxList } from './inbox-list.tsx'
import { cardOf, idOf, tellGone, titleOf } from './item-words.ts'
import { type Chosen, useChoice } from './use-choice.ts'
import { useSettling } from './use-settling.ts'

/** What waits for a person in all sessions, to be gone through by keyboard. */
export function InboxPanel() {
  const { data: items, error, refetch } = useInbox()
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
