import { cutChunk } from '../http-faults/replies.ts'
import type { RawReply } from '../model-formats/format.ts'
import { anthropicText } from './anthropic-events.ts'
import { completionText } from './completion-chunks.ts'
import { geminiText } from './gemini-chunks.ts'
import { ollamaText } from './ollama-lines.ts'
import { MODELS, type ProtocolShape, says } from './protocol-shape.ts'
import { responsesText } from './response-events.ts'

type Framing = readonly [name: string, frame: (events: readonly object[]) => Partial<RawReply>]

const DONE = '[DONE]'
const SPOKEN = 'Grüße, 世界 🪐.'

function write(events: readonly object[], line = 'data: ', end = '\n'): string {
  return events.map((event) => `${line}${JSON.stringify(event)}${end}${end}`).join('')
}

/** Every event has its type as its name, where it has a type. */
function writeNamed(events: readonly object[]): string {
  return events
    .map((event) => {
      const name = 'type' in event ? `event: ${event.type}\n` : ''
      return name + write([event])
    })
    .join('')
}

/** Each of these may frame the same events. */
const framings: readonly Framing[] = [
  ['one byte at a time', (events) => ({ body: writeNamed(events), pieceBytes: 1 })],
  ['seven bytes at a time', (events) => ({ body: writeNamed(events), pieceBytes: 7 })],
  ['Windows line ends', (events) => ({ body: writeNamed(events).replaceAll('\n', '\r\n') })],
  [
    'Windows line ends split over pieces',
    (events) => ({ body: writeNamed(events).replaceAll('\n', '\r\n'), pieceBytes: 3 }),
  ],
  ['old Mac line ends', (events) => ({ body: writeNamed(events).replaceAll('\n', '\r') })],
  ['no space after data:', (events) => ({ body: write(events, 'data:') })],
  ['no event names', (events) => ({ body: write(events) })],
  [
    'data over several lines',
    (events) => ({
      body: events
        .map((event) => `data: ${JSON.stringify(event, null, 2).replaceAll('\n', '\ndata: ')}\n\n`)
        .join(''),
    }),
  ],
  [
    'comments, ids and retry times',
    (events) => ({
      body: events
        .map(
          (event, id) =>
            `: keep-alive\n\n:\n\nretry: 3000\nid: ${id}\n${writeNamed([event])}\n\nevent: ping\ndata:\n\n`,
        )
        .join(''),
    }),
  ],
  [
    'pings and unknown events',
    (events) => ({
      body: events
        .map(
          (event) =>
            `event: ping\ndata: {"type":"ping"}\n\n${writeNamed([event])}event: x-metrics\ndata: {"type":"x-metrics","load":0.5}\n\ndata: keep-alive\n\n`,
        )
        .join(''),
    }),
  ],
  [
    'no blank lines between events',
    (events) => ({ body: writeNamed(events).replaceAll('\n\n', '\n') }),
  ],
  [
    'JSON lines in place of events',
    (events) => ({ body: events.map((event) => `${JSON.stringify(event)}\n`).join('') }),
  ],
  [
    'a BOM and no blank line at the end',
    (events) => ({ body: `\uFEFF${writeNamed(events).trimEnd()}` }),
  ],
  [
    'events after the end on a connection that stays open',
    (events) => ({
      body: `${writeNamed(events)}data: ${DONE}\n\n${writeNamed(events)}data: ${DONE}\n\n`,
      staysOpen: true,
    }),
  ],
]

const protocols = [
  [MODELS.openai, completionText(SPOKEN)],
  [MODELS.compatible, completionText(SPOKEN)],
  [MODELS.responses, responsesText(SPOKEN)],
  [MODELS.anthropic, anthropicText(SPOKEN)],
  [MODELS.google, geminiText(SPOKEN)],
] as const

const lines: readonly Framing[] = [
  ['one byte at a time', (events) => ({ body: write(events, '', '\n'), pieceBytes: 1 })],
  ['Windows line ends', (events) => ({ body: write(events, '', '\r\n'), pieceBytes: 3 })],
  ['a BOM and no newline at the end', (events) => ({ body: `\uFEFF${write(events, '').trim()}` })],
  ['the prefix of event streams', (events) => ({ body: write(events) })],
  [
    'lines after the end on a connection that stays open',
    (events) => ({ body: `${write(events, '')}${write(events, '')}`, staysOpen: true }),
  ],
]

/** Connections that fail after the last event. */
const brokenOff = [...protocols, [MODELS.ollama, ollamaText(SPOKEN)] as const].map(
  ([model, events]): ProtocolShape => {
    const isLines = model === MODELS.ollama
    const body = isLines ? write(events, '', '\n') : writeNamed(events)
    const type = isLines ? 'application/x-ndjson' : 'text/event-stream'
    const name = `the connection fails after the end: ${model}`
    return { name, model, reply: cutChunk(type, body), expected: says({ text: SPOKEN }) }
  },
)

/** The same answer in every framing that the rules of event streams and of JSON lines allow. */
export const framing: readonly ProtocolShape[] = [
  ...brokenOff,
  ...framings.flatMap(([name, frame]) =>
    protocols.map(([model, events]): ProtocolShape => {
      const raw = { contentType: 'text/event-stream', body: '', ...frame(events) }
      return { name: `${name}: ${model}`, model, reply: { raw }, expected: says({ text: SPOKEN }) }
    }),
  ),
  ...lines.map(([name, frame]): ProtocolShape => {
    const raw = { contentType: 'application/x-ndjson', body: '', ...frame(ollamaText(SPOKEN)) }
    const model = MODELS.ollama
    return { name: `${name}: ${model}`, model, reply: { raw }, expected: says({ text: SPOKEN }) }
  }),
]
