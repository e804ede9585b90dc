import type { AnyEvent } from '#shared/events/index.ts'
import type { FileContent } from '#shared/events/value.ts'
import type { Hash } from '#shared/ids.ts'
import type { Cut, PieceScan } from './redaction/piece-scan.ts'
import type { Redaction } from './redaction/redaction.ts'

/** What must be known of all events before the first is written. */
export interface Scanned {
  readonly events: number
  /** What is cut out of texts that came in pieces, by the seq of the piece. */
  readonly cuts: ReadonlyMap<number, readonly Cut[]>
  /** Contents of files that were changed, or about to be. */
  readonly changed: ReadonlySet<Hash>
}

/** Reads events once: what they say in pieces, across which a secret may lie, and what they changed. */
export function scanEvents(events: Iterable<AnyEvent>, redaction: Redaction): Scanned {
  const cuts = new Map<number, Cut[]>()
  const changed = new Set<Hash>()
  const scans = new Map<string, PieceScan>()
  const scanOf = (key: string) => {
    const scan = scans.get(key) ?? redaction.scan((seq, cut) => addTo(cuts, seq, cut))
    scans.set(key, scan)
    return scan
  }
  let count = 0
  for (const event of events) {
    count += 1
    const piece = pieceOf(event)
    if (piece) scanOf(piece.key).add(event.seq, piece.text)
    for (const content of changesOf(event)) if (content?.hash) changed.add(content.hash)
    if (event.kind === 'model.ended' || event.kind === 'terminal.ended') {
      endOf(scans, event.spanId ?? '')
    }
  }
  for (const scan of scans.values()) scan.end()
  return { events: count, cuts, changed }
}

/** A piece of a longer text, and which one; `undefined`: what it says, it says whole. */
export function pieceOf(
  event: AnyEvent,
): { readonly key: string; readonly text: string } | undefined {
  const { spanId = '' } = event
  if (event.kind === 'terminal.output') return { key: `${spanId} output`, text: event.data.text }
  if (event.kind !== 'model.delta') return undefined
  const { channel, call = 0, text } = event.data
  return { key: `${spanId} ${channel} ${call}`, text }
}

function endOf(scans: Map<string, PieceScan>, spanId: string): void {
  for (const [key, scan] of scans) {
    if (!key.startsWith(`${spanId} `)) continue
    scan.end()
    scans.delete(key)
  }
}

function addTo(cuts: Map<number, Cut[]>, seq: number, cut: Cut): void {
  const known = cuts.get(seq)
  if (known) known.push(cut)
  else cuts.set(seq, [cut])
}

function changesOf(event: AnyEvent): readonly (FileContent | null | undefined)[] {
  if (event.kind === 'file.changed') return [event.data.before, event.data.after]
  if (event.kind === 'approval.requested') {
    return [event.data.change?.before, event.data.change?.after]
  }
  const display = event.kind === 'tool.ended' ? event.data.display : undefined
  return display?.type === 'diff' ? [display.before, display.after] : []
}
