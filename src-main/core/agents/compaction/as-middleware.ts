import type { AgentMiddleware } from 'langchain'

/** Some of LangChain's own are typed for the previous zod; they are middleware like the others. */
export function asMiddleware(middleware: object): AgentMiddleware {
  return middleware as AgentMiddleware
}
