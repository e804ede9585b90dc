import type { FileFacts } from '../facts.ts'

const FRAMEWORKS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Express', /^express$/u],
  ['Fastify', /^fastify$/u],
  ['Hono', /^hono(?:\/|$)/u],
  ['Koa', /^(?:koa|@koa\/router|koa-router)$/u],
  ['NestJS', /^@nestjs\/common$/u],
  ['Next.js', /^next(?:\/|$)/u],
  ['Flask', /^flask(?:\.|$)/u],
  ['FastAPI', /^(?:fastapi|starlette)(?:\.|$)/u],
  ['Django', /^django(?:\.|$)/u],
  ['Gin', /gin-gonic\/gin/u],
  ['Echo', /labstack\/echo/u],
  ['chi', /go-chi\/chi/u],
  ['Fiber', /gofiber\/fiber/u],
  ['net/http', /^net\/http$/u],
  ['gorilla/mux', /gorilla\/mux/u],
  ['Axum', /^axum(?:::|$)/u],
  ['Actix', /^actix_web(?:::|$)/u],
  ['Rocket', /^rocket(?:::|$)/u],
  ['Spring', /^org\.springframework/u],
  ['ASP.NET', /^Microsoft\.AspNetCore/u],
  ['Laravel', /^Illuminate\\/u],
  ['Symfony', /^Symfony\\/u],
]

/** The web frameworks that a file's imports name. */
export function frameworksOf({ imports }: Pick<FileFacts, 'imports'>): readonly string[] {
  const found = FRAMEWORKS.filter(([, pattern]) => imports.some(({ from }) => pattern.test(from)))
  return found.map(([name]) => name)
}

/** What routes and middleware are put on, by the names people give it. */
const RECEIVER =
  /(?:^|[.:>-])(?:app|api|server|route|routes|router|r|e|g|mux|engine|fastify|hono|koa|group|bp|blueprint|web|Route|\w*[rR]outer|\w*App|\w*[rR]outes|\w*_(?:bp|router|app|api|routes))$/u

export function isRouter(receiver: string): boolean {
  return RECEIVER.test(receiver)
}
