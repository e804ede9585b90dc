import type { PolicyExplanation, PolicyQuestion } from '#shared/contract/policy.ts'
import { AppError } from '#shared/error.ts'
import { readCatalogue } from './agents/subagents/catalogue.ts'
import { judgedPlaces } from './judged-places.ts'
import type { LiveStates } from './log/live-states.ts'
import type { Store } from './log/store.ts'
import type { Grant } from './policy/grants.ts'
import { judge, type Rules, type Verdict } from './policy/judge.ts'
import { getProject } from './project-rows.ts'
import { readProjectSettings } from './project-settings.ts'
import { checkFolder, getSession } from './session-rows.ts'
import { rulesOfSession } from './session-rules.ts'
import { shellPlaceAt } from './shell-place.ts'
import { fileOf } from './tools/define.ts'
import { isKnown, toolFor } from './tools/index.ts'
import { type FoundPlace, findPlace } from './workspace/place-on-disk.ts'

interface ExplainParts {
  readonly store: Store
  readonly states: LiveStates
  readonly resourcesDir: string
  readonly homeDir?: string | undefined
}

/** What a call would come to, and by which rule. Nothing is run, and nobody is asked. */
export async function explainPolicy(
  parts: ExplainParts,
  question: PolicyQuestion,
): Promise<PolicyExplanation> {
  const { tool: name, args } = question
  const root = findRoot(parts, question)
  // The judge looks at what the project's links and rules are now.
  await checkFolder({ root })
  const grants = await findGrants(parts, { root, agent: question.agent })
  const rules = await readRules(parts, question, root)
  const places = judgedPlaces(toolFor(name, args), args, root)
  const shell = shellPlaceAt(root, parts.store.dataDir)
  const verdict = await judge({ name, args, shell, ...(places && { places }) }, rules, grants)
  const path = isKnown(name) ? fileOf(args) : undefined
  const found = path === undefined ? undefined : findPlace(root, path)
  return { ...confined(verdict, found), profile: rules.profile }
}

/** The workspace stands behind the policy: what it refuses is never done, whatever the verdict. */
function confined(verdict: Verdict, { refusal, isDocument }: Partial<FoundPlace> = {}): Verdict {
  if (isDocument) {
    return { ...verdict, risk: `${verdict.risk} Orrery keeps it: it is no file of this machine.` }
  }
  if (refusal === undefined || verdict.verdict === 'deny') return verdict
  const rule = `Agents reach no file outside the project. ${refusal}`
  return { ...verdict, verdict: 'deny', source: 'host', rule }
}

function findRoot({ store }: ExplainParts, { projectId, sessionId }: PolicyQuestion): string {
  if (sessionId) return getSession(store, sessionId).root
  return getProject(store, projectId).path
}

/** `undefined`: the lead has every tool there is. */
async function findGrants(
  parts: ExplainParts,
  { root, agent }: { readonly root: string; readonly agent: string },
): Promise<readonly Grant[] | undefined> {
  if (agent === 'lead') return undefined
  const { types } = await readCatalogue({ ...parts, root })
  const type = types.find(({ name }) => name === agent)
  if (type) return type.grants
  const names = ['lead', ...types.map((one) => one.name)].join(', ')
  throw new AppError('not-found', `There is no agent "${agent}". There are ${names}.`)
}

async function readRules(
  { store, states }: ExplainParts,
  { projectId, sessionId, profile }: PolicyQuestion,
  root: string,
): Promise<Rules> {
  const session = sessionId && (await states.load(sessionId)).states
  const own = session ? rulesOfSession(session.approvals) : []
  const { interruptOn } = await readProjectSettings(root)
  return {
    profile: profile ?? session?.status.profile ?? store.settings.read().profile,
    interruptOn,
    allowing: [...own, ...store.rules.list(projectId)],
  }
}
