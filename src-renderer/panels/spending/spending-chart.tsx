import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { describeStretch, nameStretch, type Stretches } from '#shared/spending/day-ranges.ts'
import type { Amount, Dimension, SpendingReport } from '#shared/spending/spending-query.ts'
import { formatTokens, formatUsd } from '../../ui/text/format.ts'
import styles from './spending-chart.module.css'
import { hueOfGroup, OTHERS_HUE } from './spending-groups.ts'
import type { RequestedSpending } from './use-spending.ts'

type Measure = RequestedSpending['measure']

interface SpendingChartProps {
  readonly by: Dimension
  readonly report: SpendingReport
  readonly stretches: Stretches
  readonly measure: Measure
  readonly nameOf: (key: string) => string
  /** The stretch whose calls are listed, from 0. */
  readonly picked: number | undefined
  /** Of a stretch; of one group of it where the pointer was on that. */
  readonly onPick: (stretch: number, key: string | undefined) => void
}

/** What was spent in each stretch of time, one bar beside the other. */
export function SpendingChart(props: SpendingChartProps) {
  const { by, report, stretches, measure, nameOf, picked, onPick } = props
  const bars = barsOf({ by, report, stretches, measure, nameOf })
  const ticks = axisTicks(Math.max(0, ...bars.map(({ sum }) => sum)))
  const top = ticks.at(-1) ?? 1
  const { active, focus, onKeyDown, list } = useArrows(bars.length)
  return (
    <div className={styles.chart}>
      <Axis ticks={ticks} measure={measure} />
      {/* biome-ignore lint/a11y/useSemanticElements: a set of buttons in a row, which arrows go through. */}
      <div
        ref={list}
        className={styles.bars}
        role="group"
        aria-label="Spending"
        onKeyDown={onKeyDown}
      >
        {bars.map((bar, index) => (
          <button
            key={stretches.edges[index]}
            type="button"
            className={styles.bar}
            tabIndex={index === active ? 0 : -1}
            aria-pressed={index === picked}
            aria-label={`${describeStretch(stretches, index)}: ${say(bar.sum, measure)}`}
            title={titleOf(bar, describeStretch(stretches, index), measure)}
            onFocus={() => focus(index)}
            onClick={(event) => onPick(index, keyAt(event))}
          >
            <Stack bar={bar} top={top} />
            {isNamed(index, bars.length) && (
              <span className={styles.name}>{nameStretch(stretches, index)}</span>
            )}
          </button>
        ))}
      </div>
    </div>
  )
}

/** What each group has of a bar; `top` is as high as the chart. */
function Stack({ bar, top }: { readonly bar: Bar; readonly top: number }) {
  return (
    <span className={styles.stack} style={{ height: `${(bar.sum / top) * 100}%` }}>
      {bar.parts.map(({ key, hue, amount }) => (
        <i
          key={key}
          data-key={key}
          style={{ height: `${(amount / bar.sum) * 100}%`, background: hue }}
        />
      ))}
    </span>
  )
}

function Axis({
  ticks,
  measure,
}: {
  readonly ticks: readonly number[]
  readonly measure: Measure
}) {
  const top = ticks.at(-1) ?? 1
  return (
    <div className={styles.axis} aria-hidden="true">
      {ticks.map((tick) => (
        <div key={tick} style={{ bottom: `${(tick / top) * 100}%` }}>
          <span>{tick === 0 && measure === 'cost' ? '$0' : say(tick, measure)}</span>
        </div>
      ))}
    </div>
  )
}

interface Part {
  /** Empty of what is not told apart. */
  readonly key: string
  readonly name: string
  readonly hue: string
  readonly amount: number
}

interface Bar {
  readonly sum: number
  /** From the top down: what cost most over all is at the foot. */
  readonly parts: readonly Part[]
}

const OTHERS = ''

type Told = Pick<SpendingChartProps, 'by' | 'report' | 'stretches' | 'measure' | 'nameOf'>

function barsOf({ by, report, stretches: { edges }, measure, nameOf }: Told): readonly Bar[] {
  const amountOf = (amount: Amount | undefined) =>
    (measure === 'cost' ? amount?.costUsd : amount?.tokens) ?? 0
  return edges.slice(1).map((_, stretch) => {
    const told = report.groups
      .filter((group) => group.stretches)
      .map(({ key, stretches }) => ({
        key,
        name: nameOf(key),
        hue: hueOfGroup(by, report, key),
        amount: amountOf(stretches?.[stretch]),
      }))
    const others = {
      key: OTHERS,
      name: 'others',
      hue: OTHERS_HUE,
      amount: amountOf(report.others[stretch]),
    }
    const parts = [...told, others].filter(({ amount }) => amount > 0).toReversed()
    return { parts, sum: parts.reduce((sum, { amount }) => sum + amount, 0) }
  })
}

function say(amount: number, measure: Measure): string {
  return measure === 'cost' ? formatUsd(amount) : formatTokens(Math.round(amount))
}

function titleOf({ sum, parts }: Bar, when: string, measure: Measure): string {
  const lines = parts.toReversed().map(({ name, amount }) => `${name}  ${say(amount, measure)}`)
  return [`${when}: ${say(sum, measure)}`, ...(lines.length > 1 ? lines : [])].join('\n')
}

function keyAt({ target }: MouseEvent): string | undefined {
  const key = target instanceof HTMLElement ? target.dataset.key : undefined
  return key === OTHERS ? undefined : key
}

/** As many names as there is room for. */
function isNamed(index: number, count: number): boolean {
  return index % Math.ceil(count / 12) === 0
}

/** One bar is reached by Tab, the others from there by arrows. */
function useArrows(count: number) {
  const list = useRef<HTMLDivElement>(null)
  const [wished, focus] = useState(count - 1)
  const active = Math.min(wished, count - 1)
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowLeft: active - 1, ArrowRight: active + 1, Home: 0, End: count - 1 }[
      event.key
    ]
    if (next === undefined) return
    event.preventDefault()
    list.current?.querySelectorAll('button')[Math.max(0, Math.min(next, count - 1))]?.focus()
  }
  return { list, active, focus, onKeyDown }
}

/** From 0 to just above the most there is, in steps of 1, 2 or 5 times a power of ten. */
export function axisTicks(most: number, count = 4): readonly number[] {
  if (most <= 0) return [0, 1]
  const rough = most / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5].find((times) => times * power >= rough) ?? 10) * power
  const steps = Math.ceil(most / step - 1e-9)
  return Array.from({ length: steps + 1 }, (_, index) => index * step)
}
