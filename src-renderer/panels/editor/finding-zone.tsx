import { X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { CodeReview } from '#shared/projections/code-reviews.ts'
import { FindingButtons } from '../../cards/finding-buttons.tsx'
import { FindingCard } from '../../cards/finding-card.tsx'
import { useFindingDoing } from '../../cards/use-finding-doing.ts'
import { useCodeReview } from '../../client/code-reviews.ts'
import { useSelection } from '../../client/session-context.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { onEscape } from '../../ui/on-escape.ts'
import styles from './findings.module.css'
import type { LocatedFinding } from './locate-findings.ts'
import type { monaco } from './monaco-setup.ts'
import { openZone, revealZone } from './zone.ts'

export interface FindingZoneProps {
  readonly editor: monaco.editor.IStandaloneCodeEditor
  readonly finding: LocatedFinding
  /** By which it was opened: once with each it has the focus. */
  readonly asked: object
}

/** Those that had the focus: what is drawn anew does not take it again, unless it went from there. */
const focused = new WeakSet<object>()

/** A finding beneath the lines it is about, with what can be done about it. */
export function FindingZone({ editor, finding, asked }: FindingZoneProps) {
  const [place] = useState(createPlace)
  const zone = useRef<HTMLElement>(null)
  const { select } = useSelection()
  const review = useCodeReview(finding.reviewId)
  const { to } = finding
  useEffect(() => openZone(editor, place, to), [editor, place, to])
  useEffect(() => {
    if (focused.has(asked)) return undefined
    // After what shows its line: beneath that there has to be room for it.
    const soon = requestAnimationFrame(() => {
      focused.add(asked)
      revealZone(editor, place, to)
      zone.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(soon)
  }, [asked, editor, place, to])
  useLayoutEffect(() => {
    return () => {
      if (place.contains(document.activeElement)) focused.delete(asked)
    }
  }, [asked, place])
  const close = () => {
    select({ openFinding: undefined })
    editor.focus()
  }
  if (!review) return null
  return createPortal(
    <section
      ref={zone}
      className={styles.zone}
      tabIndex={-1}
      aria-label="Finding"
      data-finding-zone
      onKeyDown={onEscape(close)}
    >
      {finding.isNearest && (
        <p className={styles.changed} role="note">
          Its lines have changed since they were reviewed. This is the nearest line there is.
        </p>
      )}
      <Content review={review} finding={finding} />
      <IconButton label="Close the finding" isSmall className={styles.close} onClick={close}>
        <X aria-hidden="true" />
      </IconButton>
    </section>,
    place,
  )
}

function createPlace(): HTMLElement {
  const place = document.createElement('div')
  place.className = styles.place ?? ''
  return place
}

interface ContentProps {
  readonly review: CodeReview
  readonly finding: LocatedFinding
}

function Content({ review, finding: { comment, index } }: ContentProps) {
  const doing = useFindingDoing(review)
  const { quote, reviewers, settled, movedFrom } = comment
  return (
    <FindingCard
      finding={comment}
      {...{ quote, reviewers, settled, movedFrom }}
      doing={doing && <FindingButtons comment={comment} index={index} doing={doing} />}
    />
  )
}
