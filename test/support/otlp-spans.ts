import { z } from 'zod'
import type { Receiver } from './receiver.ts'

const Value = z.object({
  stringValue: z.string().optional(),
  intValue: z.number().optional(),
  doubleValue: z.number().optional(),
  boolValue: z.boolean().optional(),
  arrayValue: z.unknown().optional(),
})
const Attribute = z.object({ key: z.string(), value: Value })

const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  attributes: z.array(Attribute),
  status: z.object({ code: z.int(), message: z.string().optional() }),
  links: z.array(z.object({ traceId: z.string() })).default([]),
})

const Sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
})

/** A span as it was received; `of` names its attributes. */
export interface ReceivedSpan extends Omit<z.infer<typeof Span>, 'attributes'> {
  readonly of: Readonly<Record<string, unknown>>
}

/** Every span that a receiver was sent by OTLP, in JSON over HTTP. */
export function spansOf({ received }: Receiver): readonly ReceivedSpan[] {
  return received
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(({ body }) => Sent.parse(JSON.parse(body.toString())).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map(({ attributes, ...span }) => ({ ...span, of: toRecord(attributes) }))
}

function toRecord(attributes: readonly z.infer<typeof Attribute>[]): Record<string, unknown> {
  const all = attributes.map(({ key, value }) => [key, Object.values(value)[0]] as const)
  return Object.fromEntries(all)
}
