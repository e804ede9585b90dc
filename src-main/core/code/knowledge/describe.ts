import { describeCalls } from './calls-section.ts'
import { describeEndpoints } from './endpoints.ts'
import type { Knowledge } from './knowledge.ts'
import { describeMiddleware } from './middleware.ts'
import { describeModels } from './models.ts'
import { describeOverview } from './overview.ts'
import { describePatterns } from './patterns.ts'
import { cutLine, type Section } from './sections.ts'
import type { Topic } from './topics.ts'

/** Of an answer in all. */
export const MAX_CHARS = 12_000

const SECTIONS: Readonly<Record<Exclude<Topic, 'all'>, (knowledge: Knowledge) => Section>> = {
  overview: describeOverview,
  patterns: describePatterns,
  call_graph: describeCalls,
  middleware: describeMiddleware,
  endpoints: describeEndpoints,
  models: describeModels,
}

/** What is known of a topic, as it is to be read; the same for the same files. `''`: there is no code. */
export function describeProject(knowledge: Knowledge, topic: Topic): string {
  if (knowledge.files.size === 0) return ''
  const chosen = topic === 'all' ? Object.values(SECTIONS) : [SECTIONS[topic]]
  const texts = chosen.map((describe) => toText(describe(knowledge)))
  return bound(texts.join('\n\n'))
}

function toText({ title, lines, none }: Section): string {
  return [`## ${title}`, ...(lines.length > 0 ? lines.map(cutLine) : [none])].join('\n')
}

const CUT = '[More is left out: ask for one topic.]'

function bound(text: string): string {
  if (text.length <= MAX_CHARS) return text
  const whole = text.slice(0, MAX_CHARS - CUT.length - 1)
  return `${whole.slice(0, whole.lastIndexOf('\n'))}\n${CUT}`
}
