import { expect, test } from 'vitest'
import type { FileFacts, Topic } from '../facts/code-facts.ts'
import { Grammars, isConfiguration, isSchema, readSchema } from '../index-files.ts'
import { findLanguage } from '../languages/index.ts'
import { describeProject, MAX_CHARS } from './describe.ts'
import { buildKnowledge } from './knowledge.ts'

type Files = Readonly<Record<string, string>>

const grammars = new Grammars()

async function describe(files: Files, topic: Topic): Promise<string> {
  const facts = new Map<string, FileFacts>()
  for (const [path, text] of Object.entries(files)) {
    const language = findLanguage(path)
    if (isSchema(path)) facts.set(path, readSchema(path, text))
    const read = language && (await grammars.read(language, text))
    if (read) facts.set(path, read)
  }
  const configurations = Object.entries(files).filter(([path]) => isConfiguration(path))
  return describeProject(buildKnowledge(facts, new Map(configurations)), topic)
}

async function linesOf(files: Files, topic: Topic): Promise<readonly string[]> {
  const [, ...lines] = (await describe(files, topic)).split('\n')
  return lines
}

const express = {
  'src/app.ts': `import express from 'express'
import { users } from './users.ts'
const app = express()
app.use(express.json())
app.get('/health', (_req, res) => res.send('ok'))
app.use('/users', requireUser, users)
axios.get('/elsewhere')
stack.use(resource)
`,
  'src/users.ts': `import { Router } from 'express'
export const users = Router()
users.get('/x', list)
const router = Router()
router.post('/:id', auth, (req, res) => save(req))
router.route('/both').get(list).put(save)
`,
}

test('routes and middleware of Express are told, and calls that only look like them are not', async () => {
  expect(await linesOf(express, 'endpoints')).toEqual([
    'POST /:id — src/users.ts:5',
    'ANY /both — src/users.ts:6',
    'GET /health — src/app.ts:5',
  ])
  expect(await linesOf(express, 'middleware')).toEqual([
    'src/app.ts:4 app.use(express.json())',
    "src/app.ts:6 app.use('/users', requireUser, users)",
  ])
})

test.each<{ readonly name: string; readonly files: Files; readonly endpoints: readonly string[] }>([
  {
    name: 'Flask',
    files: {
      'app.py':
        'from flask import Flask\napp = Flask(__name__)\n@app.route("/a", methods=["GET", "POST"])\ndef a(): pass\n@app.before_request\ndef check(): pass\n',
    },
    endpoints: ['GET|POST /a — app.py:4'],
  },
  {
    name: 'FastAPI',
    files: {
      'main.py':
        'from fastapi import APIRouter\nrouter = APIRouter()\n@router.get("/items/{id}")\nasync def one(id: int): pass\n@router.delete(\n  "/items/{id}")\nasync def gone(id: int): pass\n',
    },
    endpoints: ['DELETE /items/{id} — main.py:7', 'GET /items/{id} — main.py:4'],
  },
  {
    name: 'Django',
    files: {
      'shop/urls.py':
        "from django.urls import path\nurlpatterns = [\n  path('items/', views.items),\n  path('', views.home),\n]\n",
    },
    endpoints: ['ANY / — shop/urls.py:4', 'ANY /items/ — shop/urls.py:3'],
  },
  {
    name: 'NestJS',
    files: {
      'cats.ts':
        "import { Controller, Get } from '@nestjs/common'\n@Controller('cats')\nexport class Cats {\n  @Get(':id')\n  one() {}\n  @Post()\n  add() {}\n}\n",
    },
    endpoints: ['POST /cats — cats.ts:7', 'GET /cats/:id — cats.ts:5'],
  },
  {
    name: 'Spring',
    files: {
      'A.java':
        'import org.springframework.web.bind.annotation.*;\n@RestController\n@RequestMapping("/a")\npublic class A {\n  @GetMapping("/x")\n  void x() {}\n  @PostMapping\n  void y() {}\n}\n',
    },
    endpoints: ['POST /a — A.java:8', 'GET /a/x — A.java:6'],
  },
  {
    name: 'Go',
    files: {
      'main.go':
        'package main\nimport (\n"net/http"\n"github.com/gin-gonic/gin"\n)\nfunc main() {\n mux.HandleFunc("GET /a", a)\n r.POST("/b", b)\n r.Use(logged())\n}\n',
    },
    endpoints: ['GET /a — main.go:7', 'POST /b — main.go:8'],
  },
  {
    name: 'axum and Rocket',
    files: {
      'src/main.rs':
        'use axum::Router;\nfn main() { let app = Router::new(); app.route("/a", get(a).post(b)); }\n#[get("/r")]\nfn r() {}\n',
    },
    endpoints: ['GET|POST /a — src/main.rs:2', 'GET /r — src/main.rs:4'],
  },
  {
    name: 'Next.js',
    files: {
      'src/app/(shop)/items/[id]/route.ts': 'export async function GET() {}\nfunction other() {}\n',
      'pages/api/hello/index.ts': 'export default function handler() {}\n',
    },
    endpoints: [
      'ANY /api/hello — pages/api/hello/index.ts:1',
      'GET /items/[id] — src/app/(shop)/items/[id]/route.ts:1',
    ],
  },
  {
    name: 'Rails, Laravel and ASP.NET',
    files: {
      'config/routes.rb': "get '/r', to: 'a#b'\n",
      'routes/web.php': "<?php\nuse Illuminate\\Support\\Facades\\Route;\nRoute::get('/l', f());\n",
      'Api.cs':
        '[Route("api/[controller]")]\nclass Api {\n  [HttpPut("{id}")]\n  public void Put() {}\n}\n',
    },
    endpoints: [
      'PUT /api/[controller]/{id} — Api.cs:4',
      'GET /l — routes/web.php:3',
      'GET /r — config/routes.rb:1',
    ],
  },
])('routes of $name are told', async ({ files, endpoints }) => {
  expect(await linesOf(files, 'endpoints')).toEqual(endpoints)
})

test('models are told with what they are, the surest and most used first', async () => {
  const files = {
    'db/schema.sql': 'CREATE TABLE users (id int);\n',
    'schema.prisma': 'model Post {\n}\n',
    'src/user.ts': 'export const User = z.object({ name: z.string() })\n',
    'src/entity.ts': '@Entity()\nexport class Order {}\n',
    'src/types/shape.ts': 'export interface Shape { a: 1 }\n',
    'src/use.ts': "import { User } from './user.ts'\nimport { Shape } from './types/shape.ts'\n",
    'src/plain.ts': 'export interface Plain {}\n',
    'm.py':
      'class A(BaseModel):\n  pass\n@dataclass(frozen=True)\nclass B:\n  pass\nclass C(models.Model):\n  pass\n',
  }
  expect(await linesOf(files, 'models')).toEqual([
    'users — table, db/schema.sql:1',
    'C — SQLAlchemy or Django model, m.py:6',
    'Post — table, schema.prisma:1',
    'Order — entity, src/entity.ts:2',
    'User — zod schema, src/user.ts:1, imported by 1 file',
    'A — Pydantic model, m.py:1',
    'B — dataclass, m.py:4',
    'Shape — type, src/types/shape.ts:1, imported by 1 file',
  ])
})

test('hubs are what many call, and circles are told by their places', async () => {
  const files = {
    'a.ts':
      "import { shared } from './b.ts'\nexport function one() { shared(); two() }\nexport function two() { shared(); one() }\n",
    'b.ts':
      "import { one } from './a.ts'\nexport function shared() { items.map(x); log() }\nfunction log() {}\nfunction map() {}\nexport function three() { shared() }\n",
    'a.test.ts': "import { shared } from './b.ts'\nfunction check() { shared() }\n",
  }
  expect(await linesOf(files, 'call_graph')).toEqual([
    'Hubs (called by, calls), as far as names tell:',
    '  shared (b.ts:2) — called by 3, calls 1',
    '  one (a.ts:2) — called by 1, calls 2',
    '  two (a.ts:3) — called by 1, calls 2',
    'Functions that call each other:',
    '  one (a.ts:2) → two (a.ts:3) → one (a.ts:2)',
    'Files that import each other:',
    '  a.ts → b.ts → a.ts',
  ])
})

const layered: Files = Object.fromEntries([
  ...Array.from({ length: 6 }, (_, at) => [
    `src/ui/view${at}.ts`,
    `import { load${at} } from '../core/load${at}.ts'\nexport function view${at}() { load${at}() }\n`,
  ]),
  ...Array.from({ length: 6 }, (_, at) => [
    `src/core/load${at}.ts`,
    `import { Row } from '../data/row.ts'\nexport class Load${at}Service implements Loads {}\nexport function load${at}() {}\n`,
  ]),
  ['src/data/row.ts', 'export interface Row {}\nexport interface Loads {}\n'],
  ['src/main.ts', "import { view0 } from './ui/view0.ts'\nview0()\n"],
  ['package.json', '{"name": "x", "scripts": {"start": "node src/main.ts"}}'],
])

test('the overview tells the parts, who imports whom, and where it begins', async () => {
  expect(await linesOf(layered, 'overview')).toEqual([
    '14 files with 34 lines, 0 of them tests.',
    'Languages: TypeScript (14 files, 34 lines).',
    'Begins in:',
    '  `node src/main.ts` (start script of package.json)',
    '  src/main.ts',
    'Parts (files, tests left out):',
    '  src/core 6',
    '  src/ui 6',
    '  src/* 1',
    '  src/data 1',
    'Who imports whom (how often):',
    '  src/core → src/data 6',
    '  src/ui → src/core 6',
    '  src/* → src/ui 1',
    'Imported most:',
    '  src/data/row.ts by 6',
  ])
})

test('patterns have a confidence and their places, and there are at most five', async () => {
  const lines = await linesOf({ ...layered, ...express }, 'patterns')
  expect(lines.filter((line) => !line.startsWith(' '))).toEqual([
    'Layers (confidence 0.95): 4 parts, 100 % of the imports between them go one way',
    'Web framework (confidence 0.90): Express',
    'Interface with several implementations (confidence 0.85): 1 interface, Loads with 6 classes',
    'Service layer (confidence 0.75): 6 classes named for a service',
  ])
  expect(lines[5]).toMatch(/^ {2}Load0Service src\/core\/load0\.ts:2, Load1Service /)
})

test('an answer is the same for the same files, and holds 12,000 characters at most', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => {
      const name = `${'very_long_name_of_something_'.repeat(6)}${at}`
      const calls = Array.from({ length: 20 }, (_, to) => `f${to}_${name.slice(0, 60)}()`).join(';')
      const text = `import a from '../m${(at + 1) % 60}/${name.slice(0, -1)}'\nexport function f${at}_${name.slice(0, 60)}() { ${calls} }\napp.get('/${name}', x)\napp.use(${name})\nexport const M${at} = z.object({ ${name}: 1 })\nclass ${name}Service {}\nimport express from 'express'\n`
      return [`m${at}/${name}.ts`, text]
    }),
  )
  const text = await describe(many, 'all')
  expect(text.length).toBeLessThanOrEqual(MAX_CHARS)
  expect(text).toBe(await describe(many, 'all'))
  expect(text.match(/^## \w+/gmu)?.length).toBeGreaterThan(3)
})

test('a project without code has nothing to tell', async () => {
  expect(await describe({ 'package.json': '{}' }, 'all')).toBe('')
  const lines = await linesOf({ 'a.ts': 'export {}\n' }, 'all')
  expect(lines).toContain('No routes of a known framework were found.')
})
