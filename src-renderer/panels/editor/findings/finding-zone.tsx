import { X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { CodeReview } from '#shared/projections/code-reviews.ts'
import { FindingButtons, useFindingDoing } from '../../../cards/code-review/finding-buttons.tsx'
import { FindingCard } from '../../../cards/code-review/finding-card.tsx'
import { onEscape } from '../../../keyboard/keys.ts'
import { useCodeReview } from '../../../session/code-review/use-code-reviews.ts'
import { useSelection } from '../../../session/session-context.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import type { monaco } from '../monaco/monaco-setup.ts'
import type { LocatedFinding } from './file-findings.ts'
import styles from './findings.module.css'

interface FindingZoneProps {
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

function Content({
  review,
  finding: { comment, index },
}: {
  readonly review: CodeReview
  readonly finding: LocatedFinding
}) {
  const doing = useFindingDoing(review)
  const { quote, reviewers, settled, movedFrom } = comment
  return (
    <FindingCard
      finding={comment}
      quote={quote}
      reviewers={reviewers}
      settled={settled}
      movedFrom={movedFrom}
      doing={doing && <FindingButtons comment={comment} index={index} doing={doing} />}
    />
  )
}

type Editor = monaco.editor.IStandaloneCodeEditor

let count = 0

/** Makes room for an element beneath a line, as high as it is. Undone by what it answers. */
function openZone(editor: Editor, element: HTMLElement, afterLine: number): () => void {
  count += 1
  const id = `finding-${count}`
  const widget = { getId: () => id, getDomNode: () => element, getPosition: () => null }
  editor.addOverlayWidget(widget)
  const zone = {
    afterLineNumber: afterLine,
    heightInPx: element.offsetHeight,
    domNode: document.createElement('div'),
    onDomNodeTop: (top: number) => {
      element.style.top = `${top}px`
    },
  }
  let zoneId = ''
  editor.changeViewZones((zones) => {
    zoneId = zones.addZone(zone)
  })
  const measuring = new ResizeObserver(() => {
    if (zone.heightInPx === element.offsetHeight) return
    zone.heightInPx = element.offsetHeight
    editor.changeViewZones((zones) => zones.layoutZone(zoneId))
  })
  measuring.observe(element)
  const place = () => {
    const { contentLeft, contentWidth, verticalScrollbarWidth } = editor.getLayoutInfo()
    element.style.left = `${contentLeft}px`
    element.style.width = `${contentWidth - verticalScrollbarWidth}px`
  }
  place()
  const listening = editor.onDidLayoutChange(place)
  return () => {
    listening.dispose()
    measuring.disconnect()
    editor.changeViewZones((zones) => zones.removeZone(zoneId))
    editor.removeOverlayWidget(widget)
  }
}

/** Scrolls no further than it takes to show a line and all that is beneath it; the line, where that is too high. */
function revealZone(editor: Editor, element: HTMLElement, line: number): void {
  const { height } = editor.getLayoutInfo()
  const [top, shownFrom] = [editor.getTopForLineNumber(line), editor.getScrollTop()]
  const bottom = editor.getBottomForLineNumber(line) + element.offsetHeight
  if (top < shownFrom) editor.setScrollTop(top)
  else if (bottom > shownFrom + height) editor.setScrollTop(Math.min(top, bottom - height))
}
