// Writes docs/providers.md, what each provider's client sends and reads, from the data of the tests.
import { writeFileSync } from 'node:fs'
import { httpFaults } from '../test/support/http-faults.ts'
import { overflowWordings } from '../test/support/overflow-wordings.ts'
import { usageShapes } from '../test/support/usage-shapes.ts'
import {
  contextSection,
  faultSection,
  overflowSection,
  usageSections,
} from './provider-reference/answers.ts'
import { requestSections } from './provider-reference/requests.ts'

export const PROVIDER_REFERENCE = 'docs/providers.md'

/** Returns the whole reference. Each request is sent to a scripted server and described as it arrived. */
export async function toProviderReference(): Promise<string> {
  const sections = [
    BEGINNING,
    '## What Orrery sends and reads',
    SENDS,
    ...(await requestSections()),
    '## How usage is counted and priced',
    USAGE,
    ...usageSections(),
    '## How the context window is found',
    CONTEXTS,
    contextSection(),
    '## How an overflowing context is recognized',
    OVERFLOWS,
    overflowSection(),
    '## What happens when a server misbehaves',
    FAULTS,
    faultSection(),
  ]
  return `${sections.map((section) => section.trim()).join('\n\n')}\n`
}

const BEGINNING = `# Providers

What Orrery sends to each provider of models, and how it reads the answers. \`npm run providers\` writes
this page from the data that the tests run on, and a test fails when the page is out of date.

To connect a provider, enter its key in Settings or set the environment variable below. Any other server that
speaks OpenAI's chat completions (LM Studio, vLLM, llama.cpp, OpenRouter, Mistral, Kimi, a gateway) is an
*OpenAI-compatible server*: set its base address, with a key if it wants one.
`

const SENDS = `
Each table describes a real request: the third of a run in which the model reasoned, called a tool that
read an image, called another one, and is asked to continue. The last row says which rules the server
of the tests enforces; with them, sessions with empty answers, odd ids and another provider's messages
are accepted.
`

const USAGE = `
Servers report the same tokens in different arithmetic. Input includes what was read from the cache and
written to it; output includes reasoning. A missing or impossible count is estimated, and the call says
so. A price that you enter in Settings holds before the cost that a server reports, and that before the
price list. An unknown price is unknown, never zero. There are ${usageShapes.length} reports below, each
sent over the wire by a test. Prices in the examples are those of the price list or of the test.
`

const CONTEXTS = `
The window that you set for a model holds first, then what the server's list of models says, then the
price list. Otherwise it is learned from the first refusal.
`

const OVERFLOWS = `
A request that is too large is compacted and sent again. Servers refuse it in these
${overflowWordings.length} wordings, among others; for each, a test reads twelve long files to the end.
`

const FAULTS = `
Each of these ${httpFaults.length} faults is tested over the wire. Requests that may succeed later are sent again.
`

if (import.meta.main) writeFileSync(PROVIDER_REFERENCE, await toProviderReference())
