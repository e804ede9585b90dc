import type { AnyEvent, EventFor } from '#shared/events/index.ts'
import { headOf, type Outcome } from '#shared/events/value.ts'
import type { SpanId } from '#shared/ids.ts'
import { fold } from '#shared/projections/define.ts'
import { timeline } from '#shared/projections/timeline.ts'
import { usage } from '#shared/projections/usage.ts'

export type Tone = 'plain' | 'quiet' | 'said' | 'edit' | 'good' | 'bad' | 'asks'

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

/** What a lane is doing right now. */
export interface Doing {
  readonly lane: string
  readonly laneIndex: number
  readonly title: string
  readonly since: number
}

const LEAD = 'lead'

/** A run told in lines: the same projections as the window's, read by a person at a terminal. */
export class RunStory {
  readonly #timeline = timeline.init()
  readonly #usage = usage.init()
  readonly #names = new Map<SpanId, string>()
  readonly #speech = new Map<SpanId, string>()
  #firstAt: number | undefined
  /** What the lead said last. */
  findings = ''

  get totals() {
    return this.#usage.total
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
    fold(timeline, this.#timeline, [event])
    fold(usage, this.#usage, [event])
    return this.#tell(event)
  }

  /** What goes on, by lane: its youngest open span. */
  doing(): readonly Doing[] {
    const open = new Map<SpanId, Doing>()
    for (const id of this.#timeline.order.slice(-500)) {
      const span = this.#timeline.spans[id]
      if (!span || span.endedAt !== undefined) continue
      open.set(span.agentId, {
        ...this.#lane(span.agentId),
        title: span.type === 'model' ? 'thinks' : span.title,
        since: span.startedAt,
      })
    }
    return this.#timeline.laneOrder.flatMap((agentId) => open.get(agentId) ?? [])
  }

  #tell(event: AnyEvent): readonly StoryLine[] {
    switch (event.kind) {
      case 'agent.started':
        return this.#agentStarted(event)
      case 'agent.ended':
        return this.#agentEnded(event)
      case 'model.delta':
        return this.#modelDelta(event)
      case 'model.ended':
        return this.#modelEnded(event)
      case 'model.failed-over': {
        const { provider, model } = event.data.to
        return [this.#line(event, `goes on with ${provider}:${model}`, 'quiet')]
      }
      case 'tool.started':
        return [this.#line(event, event.data.title, 'plain')]
      case 'tool.ended':
        return this.#toolEnded(event)
      case 'file.changed':
        return [this.#line(event, changeOf(event), 'edit')]
      case 'approval.requested':
        return [this.#line(event, `asks: ${event.data.title} (${event.data.risk})`, 'asks')]
      case 'approval.decided':
        return [this.#line(event, decisionOf(event), 'quiet')]
      case 'run.ended':
        return this.#runEnded(event)
      default:
        return []
    }
  }

  #agentStarted(event: EventFor<'agent.started'>): readonly StoryLine[] {
    const { agentId, data } = event
    if (agentId && !this.#names.has(agentId)) this.#names.set(agentId, this.#nameFor(data.type))
    const { provider, model } = data.model
    const what = data.type === LEAD ? `begins with ${provider}:${model}` : data.description
    return [this.#line(event, what, 'quiet')]
  }

  #agentEnded(event: EventFor<'agent.ended'>): readonly StoryLine[] {
    const { outcome, report, error } = event.data
    if (event.agentId === this.#lead() && outcome === 'ok') return []
    const said = error ?? (report === undefined ? '' : firstLine(headOf(report)))
    return [this.#line(event, `${endOf(outcome)}${said && `: ${said}`}`, toneOf(outcome))]
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
      const again = retryInMs === undefined ? '' : ` Trying again in ${seconds(retryInMs)}.`
      return [this.#line(event, `${error ?? 'the model failed'}${again}`, 'bad')]
    }
    if (!said || event.agentId !== this.#timeline.laneOrder[0]) return []
    this.findings = said
    return [this.#line(event, firstLine(said), 'said')]
  }

  #toolEnded(event: EventFor<'tool.ended'>): readonly StoryLine[] {
    const { outcome, error } = event.data
    if (outcome === 'ok') return []
    const title = (event.spanId && this.#timeline.spans[event.spanId]?.title) || 'a call'
    return [this.#line(event, `${title}: ${error ?? endOf(outcome)}`, toneOf(outcome))]
  }

  #runEnded(event: EventFor<'run.ended'>): readonly StoryLine[] {
    const { outcome, reason } = event.data
    return outcome === 'ok' ? [] : [this.#line(event, reason ?? endOf(outcome), toneOf(outcome))]
  }

  #line(event: AnyEvent, text: string, tone: Tone): StoryLine {
    const at = event.at - (this.#firstAt ?? event.at)
    return { at, ...this.#lane(event.agentId ?? this.#lead()), text, tone }
  }

  #lead(): SpanId | undefined {
    return this.#timeline.laneOrder[0]
  }

  #lane(agentId: SpanId | undefined): { readonly lane: string; readonly laneIndex: number } {
    const lane = (agentId && this.#names.get(agentId)) ?? LEAD
    const index = agentId ? this.#timeline.laneOrder.indexOf(agentId) : 0
    return { lane, laneIndex: Math.max(0, index) }
  }

  #nameFor(type: string): string {
    const same = [...this.#names.values()].filter((name) => name.replace(/ \d+$/, '') === type)
    return same.length === 0 ? type : `${type} ${same.length + 1}`
  }
}

function seconds(ms: number): string {
  return ms < 1000 ? 'a moment' : `${Math.round(ms / 1000)} s`
}

function changeOf({ data }: EventFor<'file.changed'>): string {
  const verb = data.before === null ? 'adds' : data.after === null ? 'deletes' : 'edits'
  const change = `${verb} ${data.path} +${data.added} −${data.removed}`
  return data.by.type === 'call' ? change : `somebody else ${change}`
}

function decisionOf({ data }: EventFor<'approval.decided'>): string {
  const said = { approve: 'approved', edit: 'edited', reject: 'rejected', respond: 'answered' }
  return `${said[data.decision]}${data.message ? `: ${data.message}` : ''}`
}

const ends: Readonly<Record<Outcome, string>> = {
  ok: 'is done',
  error: 'failed',
  denied: 'was not allowed',
  cancelled: 'was cancelled',
  stopped: 'was stopped by a limit',
  interrupted: 'was interrupted',
}

function endOf(outcome: Outcome): string {
  return ends[outcome]
}

function toneOf(outcome: Outcome): Tone {
  return outcome === 'ok' ? 'good' : 'bad'
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] ?? ''
}
