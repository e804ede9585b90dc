import { isOfNothing } from '#shared/code-review/review-result.ts'
import { ORCHESTRATOR_TYPE } from '#shared/events/agent.ts'
import type { AnyEvent, EventFor } from '#shared/events/index.ts'
import { headOf } from '#shared/events/value.ts'
import { formatUntil } from '#shared/format/format-until.ts'
import type { SpanId } from '#shared/lib/ids.ts'
import { codeReviews } from '#shared/projections/code-reviews.ts'
import { fold } from '#shared/projections/define.ts'
import type { Span } from '#shared/projections/spans.ts'
import { timeline } from '#shared/projections/timeline.ts'
import { findEnding } from '#shared/projections/transcript-items.ts'
import { usage } from '#shared/projections/usage.ts'
import { sumWaste, type WasteState, waste } from '#shared/projections/waste.ts'
import type { WasteSum } from '#shared/projections/waste-sums.ts'
import { formatCount } from '../command-line/format-output.ts'
import {
  againOf,
  changeOf,
  type Doing,
  decisionOf,
  endOf,
  firstLine,
  formatMissing,
  formatWithheld,
  goesOn,
  isTold,
  reviewOf,
  submissionOf,
  type Tone,
  toDoing,
  toneOf,
} from './run-output-text.ts'

/** Something worth a line of its own. */
export interface StoryLine {
  /** Milliseconds since the story began. */
  readonly at: number
  readonly lane: string
  /** Which of the lanes, counted from 0 for the lead. */
  readonly laneIndex: number
  readonly text: string
  readonly tone: Tone
}

const LEAD = 'lead'

/** A run told in lines: the same projections as the window's, read by a person at a terminal. */
export class RunStory {
  readonly #timeline = timeline.init()
  readonly #usage = usage.init()
  readonly #waste = waste.init()
  readonly #reviews = codeReviews.init()
  readonly #names = new Map<SpanId, string>()
  readonly #speech = new Map<SpanId, string>()
  /** What was told last, by lane: nothing is told twice in a row. */
  readonly #last = new Map<string, string>()
  /** Model calls under way whose answer takes the place of what was said: it is said to nobody. */
  readonly #summaries = new Set<SpanId>()
  /** Calls that a person refused: that they did not run is told. */
  readonly #refused = new Set<SpanId>()
  #firstAt: number | undefined
  #lastAt = 0
  /** What the lead said last. */
  findings = ''
  /** Whether there is something to go on with. */
  isUnfinished = false

  get totals() {
    return this.#usage.total
  }

  /** In all, and by what it was lost on. */
  get waste(): { readonly sum: WasteSum; readonly byKind: WasteState['byKind'] } {
    return { sum: sumWaste(this.#waste, this.#lastAt), byKind: this.#waste.byKind }
  }

  /** Milliseconds since the epoch; `undefined` before the first event. */
  get firstAt(): number | undefined {
    return this.#firstAt
  }

  get agents(): number {
    return this.#timeline.laneOrder.length
  }

  /** Takes the next event and answers with what there is to say of it. */
  receive(event: AnyEvent): readonly StoryLine[] {
    this.#firstAt ??= event.at
    this.#lastAt = event.at
    fold(timeline, this.#timeline, [event])
    fold(usage, this.#usage, [event])
    fold(waste, this.#waste, [event])
    fold(codeReviews, this.#reviews, [event])
    this.#nameLanes()
    return this.#tell(event)
  }

  /** What goes on, by lane: its youngest open span, or what it waits for. */
  doing(): readonly Doing[] {
    const youngest = new Map<SpanId, Span>()
    for (const id of this.#timeline.order.slice(-500)) {
      const span = this.#timeline.spans[id]
      if (span && goesOn(span)) youngest.set(span.agentId, span)
      else if (span && youngest.get(span.agentId)?.endedAt !== undefined) {
        youngest.delete(span.agentId)
      }
    }
    return this.#timeline.laneOrder.flatMap((agentId) => {
      const doing = toDoing(this.#timeline.lanes[agentId], youngest.get(agentId))
      return doing ? { ...this.#lane(agentId), ...doing } : []
    })
  }

  #tell(event: AnyEvent): readonly StoryLine[] {
    switch (event.kind) {
      case 'agent.queued':
        return this.#agentQueued(event)
      case 'message.sent':
        return this.#messageSent(event)
      case 'agent.started':
        return this.#agentStarted(event)
      case 'agent.ended':
        return this.#agentEnded(event)
      case 'model.started':
        return this.#modelStarted(event)
      case 'model.delta':
        return this.#modelDelta(event)
      case 'model.ended':
        return this.#modelEnded(event)
      case 'model.failed-over': {
        const { provider, model } = event.data.to
        return [this.#line(event, `goes on with ${provider}:${model}`, 'quiet')]
      }
      case 'tool.started':
        return this.#toolStarted(event)
      case 'tool.ended':
        return this.#toolEnded(event)
      case 'file.changed':
        return isTold(event) ? [this.#line(event, changeOf(event), 'edit')] : []
      case 'context.compacted': {
        const count = formatCount(event.data.droppedMessages, 'message')
        return [this.#line(event, `sums up ${count}`, 'quiet')]
      }
      case 'approval.requested':
        return [this.#line(event, `asks: ${event.data.title} (${event.data.rule})`, 'asks')]
      case 'approval.decided':
        return this.#decided(event)
      case 'review.started':
        return [this.#reviewStarted(event)]
      case 'review.submitted':
        return [this.#reviewSubmitted(event)]
      case 'mcp.missing':
        return [this.#line(event, formatMissing(event.data.servers), 'asks')]
      case 'run.queued':
        return [this.#line(event, 'waits until fewer sessions run', 'quiet')]
      case 'limit.reached':
        return [this.#line(event, `waits until ${formatUntil(event.data.until, event.at)}`, 'asks')]
      case 'run.ended':
        return this.#runEnded(event)
      default:
        return []
    }
  }

  #agentQueued(event: EventFor<'agent.queued'>): readonly StoryLine[] {
    const { isBackground, description } = event.data
    if (isBackground) return []
    return [this.#line(event, `waits for a place among those at work: ${description}`, 'quiet')]
  }

  /** A report is told when its agent ends, and is a background delegate's only message. */
  #messageSent(event: EventFor<'message.sent'>): readonly StoryLine[] {
    const { from, to, text } = event.data
    if (this.#timeline.lanes[from.agentId]?.isBackground) return []
    const said = firstLine(headOf(text))
    if (this.#lastOf(event).endsWith(said)) return []
    return [this.#line(event, `to ${to.name}: ${said}`, 'said')]
  }

  #agentStarted(event: EventFor<'agent.started'>): readonly StoryLine[] {
    const { provider, model } = event.data.model
    const isLead = event.agentId === this.#lead()
    const what = isLead ? `begins with ${provider}:${model}` : event.data.description
    return [this.#line(event, what, 'quiet')]
  }

  /** How the lead ends is how the run does. */
  #agentEnded(event: EventFor<'agent.ended'>): readonly StoryLine[] {
    const { outcome, report, error } = event.data
    if (event.agentId === this.#lead()) return []
    const said = error ?? (report === undefined ? '' : firstLine(headOf(report)))
    return [this.#ending(event, endOf(outcome), { said, tone: toneOf(outcome) })]
  }

  #modelStarted({ spanId, data }: EventFor<'model.started'>): readonly StoryLine[] {
    if (spanId && data.purpose === 'summary') this.#summaries.add(spanId)
    return []
  }

  #modelDelta({ spanId, data }: EventFor<'model.delta'>): readonly StoryLine[] {
    if (spanId && data.channel === 'text') {
      this.#speech.set(spanId, (this.#speech.get(spanId) ?? '') + data.text)
    }
    return []
  }

  #modelEnded(event: EventFor<'model.ended'>): readonly StoryLine[] {
    const { outcome, error, retryInMs } = event.data
    const said = (event.spanId && this.#speech.get(event.spanId)?.trim()) || ''
    if (event.spanId) this.#speech.delete(event.spanId)
    if (outcome === 'error') {
      const why = error ?? 'The model failed.'
      return [this.#line(event, retryInMs === undefined ? why : againOf(why, retryInMs), 'bad')]
    }
    const isSummary = event.spanId !== undefined && this.#summaries.delete(event.spanId)
    if (!said || isSummary || event.agentId !== this.#timeline.laneOrder[0]) return []
    this.findings = said
    const ending = findEnding(event.data)
    const line = this.#line(event, firstLine(said), 'said')
    return ending === undefined ? [line] : [line, this.#line(event, ending, 'bad')]
  }

  #toolStarted(event: EventFor<'tool.started'>): readonly StoryLine[] {
    if (event.spanId && this.#refused.has(event.spanId)) return []
    return [this.#line(event, event.data.title, 'plain')]
  }

  #toolEnded(event: EventFor<'tool.ended'>): readonly StoryLine[] {
    const { outcome, error, withheld } = event.data
    if (outcome === 'ok' || (event.spanId && this.#refused.has(event.spanId))) return []
    const title = (event.spanId && this.#timeline.spans[event.spanId]?.title) || 'a call'
    const ending = this.#ending(event, title, {
      said: error ?? endOf(outcome),
      tone: toneOf(outcome),
    })
    if (!withheld) return [ending]
    return [ending, this.#line(event, formatWithheld(withheld), 'asks')]
  }

  #decided(event: EventFor<'approval.decided'>): readonly StoryLine[] {
    if (event.data.decision === 'reject' && event.spanId) this.#refused.add(event.spanId)
    return [this.#line(event, decisionOf(event), 'quiet')]
  }

  /** Before whoever conducts it begins. */
  #reviewStarted(event: EventFor<'review.started'>): StoryLine {
    const lane = (event.agentId && this.#names.get(event.agentId)) ?? ORCHESTRATOR_TYPE
    return { ...this.#line(event, reviewOf(event), 'quiet'), lane }
  }

  #reviewSubmitted(event: EventFor<'review.submitted'>): StoryLine {
    const review = this.#reviews.reviews[event.data.reviewId]
    const isEmpty = review !== undefined && isOfNothing(review)
    return this.#line(event, submissionOf(event.data, isEmpty), 'said')
  }

  #runEnded(event: EventFor<'run.ended'>): readonly StoryLine[] {
    const { outcome, reason } = event.data
    this.isUnfinished = outcome !== 'ok'
    if (outcome === 'ok') return []
    const isTold = reason === undefined || this.#lastOf(event).endsWith(reason)
    return [this.#line(event, isTold ? endOf(outcome) : reason, toneOf(outcome))]
  }

  /** What ended and why; of both only what the lane's last line has not said. */
  #ending(
    event: AnyEvent,
    what: string,
    { said, tone }: { readonly said: string; readonly tone: Tone },
  ): StoryLine {
    const last = this.#lastOf(event)
    if (said && last === what) return this.#line(event, said, tone)
    const isTold = said === '' || last.endsWith(said)
    return this.#line(event, isTold ? what : `${what}: ${said}`, tone)
  }

  #lastOf({ agentId }: AnyEvent): string {
    return this.#last.get(this.#lane(agentId).lane) ?? ''
  }

  #line(event: AnyEvent, text: string, tone: Tone): StoryLine {
    const at = event.at - (this.#firstAt ?? event.at)
    const lane = this.#lane(event.agentId)
    this.#last.set(lane.lane, text)
    return { at, ...lane, text, tone }
  }

  #lead(): SpanId | undefined {
    return this.#timeline.laneOrder[0]
  }

  #lane(agentId: SpanId | undefined): { readonly lane: string; readonly laneIndex: number } {
    const lane = (agentId && this.#names.get(agentId)) ?? LEAD
    const index = agentId ? this.#timeline.laneOrder.indexOf(agentId) : 0
    return { lane, laneIndex: Math.max(0, index) }
  }

  #nameLanes(): void {
    const { lanes, laneOrder } = this.#timeline
    if (this.#names.size === laneOrder.length) return
    for (const id of laneOrder) {
      const lane = lanes[id]
      if (lane && !this.#names.has(id))
        this.#names.set(id, lane.teammate ?? this.#nameFor(lane.type))
    }
  }

  #nameFor(type: string): string {
    const same = [...this.#names.values()].filter((name) => name.replace(/ \d+$/, '') === type)
    return same.length === 0 ? type : `${type} ${same.length + 1}`
  }
}
