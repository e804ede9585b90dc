import type { PolicyExplanation, PolicyQuestion } from '#shared/contract/policy.ts'
import { AppError } from '#shared/error.ts'
import { SessionId } from '#shared/ids.ts'
import { readCatalogue } from './agents/subagents/catalogue.ts'
import { judgedPlaces } from './judged-places.ts'
import type { LiveStates } from './log/live-states.ts'
import type { Store } from './log/store.ts'
import type { Grant } from './policy/grants.ts'
import { judge, type Rules, type Verdict } from './policy/judge.ts'
import type { ShellJudge } from './policy/shell/shell-judge.ts'
import { getProject } from './project-rows.ts'
import { readProjectSettings } from './project-settings.ts'
import { checkFolder, getSession } from './session-rows.ts'
import { rulesOfSession } from './session-rules.ts'
import { shellPlaceAt } from './shell-place.ts'
import { type Args, filesOf } from './tools/define.ts'
import { isKnown, toolFor } from './tools/index.ts'
import { findWrongArgs, toMeant, toPrepared } from './tools/prepare-args.ts'
import { toPlace } from './workspace/agent-path.ts'
import { findGitRefusal } from './workspace/git-files.ts'
import { type FoundPlace, findPlace } from './workspace/place-on-disk.ts'
import { lookAtWorkspace } from './workspace/workspace.ts'

interface ExplainParts {
  readonly store: Store
  readonly states: LiveStates
  readonly resourcesDir: string
  readonly homeDir?: string | undefined
  readonly shellJudge: ShellJudge
}

/** What a call would come to, and by which rule. Nothing is run, and nobody is asked. */
export async function explainPolicy(
  parts: ExplainParts,
  question: PolicyQuestion,
): Promise<PolicyExplanation> {
  const { tool: name } = question
  const root = findRoot(parts, question)
  // The judge looks at what the project's links and rules are now.
  await checkFolder({ root })
  const grants = await findGrants(parts, { root, agent: question.agent })
  const rules = await readRules(parts, question, root)
  const args = await prepare(parts.store, question, root)
  const places = judgedPlaces(toolFor(name, args), args, root)
  const shell = shellPlaceAt(root, parts.store.dataDir)
  const { shellJudge } = parts
  const call = { name, args, shell, shellJudge, ...(places && { places }) }
  const verdict = await judge(call, rules, grants)
  const paths = isKnown(name) ? filesOf(toolFor(name, args), args) : []
  const isChange = isKnown(name) && toolFor(name, args).effect === 'edit'
  const found = await Promise.all(paths.map((path) => findNamedPlace(root, path, isChange)))
  return { ...confined(verdict, found), profile: rules.profile }
}

/** Of a session that nobody has opened. */
const NO_SESSION = SessionId.parse('ses_explained')

/** No language server is started for an answer: what else it would write is not told. */
const NO_LANGUAGES = { renameEdits: async () => ({ files: [], problems: [] }) }

/** As the gate in front of every call does it. */
async function prepare(
  store: Store,
  { tool: name, args, projectId, sessionId = NO_SESSION }: PolicyQuestion,
  root: string,
): Promise<Args> {
  const meant = toMeant(name, args)
  if (findWrongArgs(name, meant)) return meant
  await using workspace = lookAtWorkspace({ store, projectId, sessionId, root })
  const { signal } = new AbortController()
  const context = { sessionId, signal, workspace, languages: NO_LANGUAGES }
  try {
    return await toPrepared(name, meant, context)
  } catch (error) {
    // It would fail before it is judged: what it was sent as is all there is to judge.
    if (AppError.is(error)) return meant
    throw error
  }
}

interface NamedPlace extends FoundPlace {
  readonly path: string
}

/** Returns a place as the workspace resolves it; a change of git's own files is refused. */
async function findNamedPlace(root: string, path: string, isChange: boolean): Promise<NamedPlace> {
  const found = { path, ...findPlace(root, path) }
  if (!isChange || found.place === undefined) return found
  const place = toPlace(found.place)
  const refusal = place.type === 'project' ? await findGitRefusal(root, place.relative) : undefined
  return { ...found, ...(refusal && { refusal: refusal.message }) }
}

/** The workspace stands behind the policy: what it refuses is never done, whatever the verdict. */
function confined(verdict: Verdict, found: readonly NamedPlace[]): Verdict {
  const refusal = found.map((one) => one.refusal).find((one) => one !== undefined)
  if (refusal !== undefined && verdict.verdict !== 'deny') {
    const rule = `The file tools refuse it. ${refusal}`
    return { ...verdict, verdict: 'deny', source: 'host', rule }
  }
  const documents = found.filter(({ isDocument }) => isDocument).map(({ path }) => path)
  if (documents.length === 0) return verdict
  const kept = `Orrery keeps ${documents.join(', ')}: that is no file of this machine.`
  return { ...verdict, risk: `${verdict.risk} ${kept}` }
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
