import type { ReactNode } from 'react'
import { type CallRow, type StepRow, tellDifferences } from '#shared/compare/compare-runs.ts'
import type { RunCall, RunItem } from '#shared/compare/run-record.ts'
import { headOf } from '#shared/events/value.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { formatCost, formatDuration, formatTokens } from '../../ui/text/format.ts'
import { Prose } from '../../ui/text/invisible-text.tsx'
import { LineDiff } from '../../ui/text/line-diff.tsx'
import styles from './details.module.css'
import { exitOf, tellOutcome, writeArgs } from './format-run.ts'
import type { Side } from './step-list.tsx'

/** What both runs did in a step: what was said, and every call with what differs in it. */
export function StepDetails({
  row,
  onOpen,
}: {
  readonly row: StepRow
  readonly onOpen: (side: Side) => void
}) {
  const { left, right, calls } = row
  return (
    <div className={styles.details}>
      <div className={styles.pair}>
        <ItemHead item={left} shortcut="⏎" onOpen={() => onOpen('left')} />
        <ItemHead item={right} shortcut="⇧⏎" onOpen={() => onOpen('right')} />
      </div>
      {calls.map((call) => (
        <CallDetails key={`${call.left?.seq}-${call.right?.seq}`} row={call} />
      ))}
    </div>
  )
}

interface ItemHeadProps {
  readonly item: RunItem | undefined
  readonly shortcut: string
  readonly onOpen: () => void
}

function ItemHead({ item, shortcut, onOpen }: ItemHeadProps) {
  if (!item) return <p className={styles.nothing}>Nothing like it in this run.</p>
  const said = item.type === 'prompt' ? headOf(item.text) : item.text.trim()
  return (
    <div className={styles.side}>
      <div className={styles.sideHead}>
        <span className={styles.facts}>{factsOf(item)}</span>
        <Button isSmall variant="quiet" shortcut={shortcut} onClick={onOpen}>
          Open at this instant
        </Button>
      </div>
      {said && <Said item={item} text={said} />}
      {item.type === 'step' && item.error && <p className={styles.error}>{item.error}</p>}
    </div>
  )
}

/** A person's words are as they were written; an agent writes Markdown. */
function Said({ item, text }: { readonly item: RunItem; readonly text: string }) {
  return (
    <div className={styles.words} dir="auto">
      {item.type === 'prompt' ? <Prose>{text}</Prose> : <Markdown text={text} />}
    </div>
  )
}

function factsOf(item: RunItem): string {
  if (item.type === 'prompt') return 'You'
  const { agent, attempts, endedAt, at, tokens, costUsd, unpricedCalls } = item
  const facts = [agent, formatDuration(endedAt - at), `${formatTokens(tokens)} tokens`]
  facts.push(formatCost(costUsd, unpricedCalls))
  if (attempts > 1) facts.push(`${attempts} attempts`)
  return facts.join(' · ')
}

function CallDetails({ row }: { readonly row: CallRow }) {
  const { left, right, differences } = row
  return (
    <section className={styles.call} data-differs={differences.length > 0}>
      <div className={styles.pair}>
        <CallHead call={left} />
        <CallHead call={right} />
      </div>
      {differences[0] !== 'alone' && differences.length > 0 && (
        <p className={styles.callDifference}>{tellDifferences(row)}</p>
      )}
      <Arguments row={row} />
    </section>
  )
}

function CallHead({ call }: { readonly call: RunCall | undefined }) {
  if (!call) return <span className={styles.nothing}>–</span>
  const { title, error, result } = call
  const ending = exitOf(call) ?? tellOutcome(call.outcome)
  return (
    <div className={styles.side}>
      <span className={styles.callTitle}>
        {title}
        {ending && <span className={styles.outcome}>{ending}</span>}
      </span>
      {error && <p className={styles.error}>{error}</p>}
      {!error && call.outcome !== 'ok' && result && (
        <p className={styles.error}>{headOf(result)}</p>
      )}
    </div>
  )
}

/** Of alike calls none; where one stands alone, its own. */
function Arguments({ row: { left, right, differences } }: { readonly row: CallRow }): ReactNode {
  if (left && right) {
    if (!differences.includes('arguments')) return null
    return <LineDiff before={writeArgs(left.args)} after={writeArgs(right.args)} />
  }
  const args = (left ?? right)?.args
  const alone = args && <pre className={styles.args}>{writeArgs(args)}</pre>
  return (
    <div className={styles.pair}>
      {left ? alone : <span />}
      {right ? alone : <span />}
    </div>
  )
}
